"""`python -m simulrag.server` serves over stdio."""

from simulrag.server.app import serve

if __name__ == "__main__":
    serve()
