"""A minimal host of MCP Apps: a page that shows the chart app with given results."""

import json
from typing import Any

HOST = """<!doctype html><meta charset="utf-8"><body style="margin:0;background:%(paper)s">
<iframe id="app" style="border:0;width:100%%;height:%(height)dpx"></iframe>
<script>
const result = %(result)s, replies = %(replies)s, log = [];
const frame = document.getElementById("app");
addEventListener("message", (event) => {
  const message = event.data;
  log.push(message);
  const answer = (more) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...more }, "*");
  if (message.method === "ui/initialize")
    answer({ id: message.id, result: { protocolVersion: "2026-01-26", hostCapabilities: {},
      hostInfo: { name: "t", version: "1" }, hostContext: { theme: "%(theme)s" } } });
  if (message.method === "ui/notifications/initialized")
    answer({ method: "ui/notifications/tool-result", params: result });
  if (message.method === "tools/call")
    answer({ id: message.id, result: replies[message.params.name] });
});
frame.srcdoc = %(page)s;
setTimeout(() => {
  const seen = document.createElement("pre");
  seen.id = "seen";
  seen.hidden = true;
  const view = frame.contentDocument.getElementById("view");
  seen.textContent = JSON.stringify({ log, html: view.innerHTML });
  document.body.append(seen);
}, 1500);
</script></body>"""


def host_page(page: str, result: Any, replies: Any, theme: str = "light", height: int = 900) -> str:
    """Return the host's page; `replies` are those of tools that the app calls."""

    def script(value: Any) -> str:
        return json.dumps(value).replace("<", "\\u003c")

    return HOST % {
        "paper": "#fff" if theme == "light" else "#16191d",
        "theme": theme,
        "height": height,
        "page": script(page),
        "result": script(result),
        "replies": script(replies),
    }
