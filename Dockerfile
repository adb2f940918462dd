# Serves SimulRAG over HTTP as a user without rights. PyTorch is its CPU build.
# Bearer tokens come from a file: one TOKEN and a NAME a line; see `simulrag serve --help`.
#   docker build -t simulrag .
#   docker run -p 8000:8000 -v simulrag:/data -v ./tokens:/run/secrets/simulrag-tokens:ro simulrag
# Over standard input and output, for a host on the same machine: docker run -i --rm simulrag serve
FROM python:3.12-slim AS build
RUN pip install --no-cache-dir uv==0.13.9
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY handbooks handbooks
COPY simulators simulators
COPY verifier verifier
COPY server server
COPY client client
COPY evaluation evaluation
RUN uv venv /opt/simulrag \
    && uv pip install --python /opt/simulrag --no-cache --torch-backend cpu -c constraints.txt .

FROM python:3.12-slim
LABEL io.modelcontextprotocol.server.name="io.github.simulrag/simulrag"
RUN useradd --uid 10001 --no-create-home simulrag && install --directory --owner simulrag /data
COPY --from=build /opt/simulrag /opt/simulrag
ENV PATH=/opt/simulrag/bin:$PATH SIMULRAG_EVIDENCE=/data/evidence.sqlite PYTHONDONTWRITEBYTECODE=1
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=30s --timeout=5s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["simulrag"]
CMD ["serve", "--http", "--host", "0.0.0.0", "--port", "8000", "--tokens", "/run/secrets/simulrag-tokens"]
