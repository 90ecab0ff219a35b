/** The status page: three static files without inline scripts. */

/** Only the page's own files, and no framing. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const pageHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>spatial-gateway</title>
<link rel="stylesheet" href="/status/page.css">
<script type="module" src="/status/page.js"></script>
</head>
<body>
<h1>spatial-gateway</h1>
<form id="enter"><label>API key <input id="key" type="password" autocomplete="off"></label> <button>Show</button></form>
<p id="problem" role="alert"></p>
<section><h2>Queue</h2><table id="queue"></table></section>
<section><h2>Sessions</h2><div id="sessions"></div></section>
<section><h2>Worlds</h2><table id="worlds"></table></section>
<section><h2>Operations</h2><table id="operations"></table></section>
</body>
</html>
`;

export const pageCss = `body { font: 15px/1.4 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.2rem 0.6rem; border-bottom: 1px solid #ddd; overflow-wrap: anywhere; }
#problem { color: #a00; }
figure { display: inline-block; margin: 0 1rem 1rem 0; }
img { max-width: 20rem; display: block; background: #222; }
`;

/** Inserts text from the service as text, never as markup. */
export const pageJs = `const byId = (id) => document.getElementById(id);
let key = sessionStorage.getItem("key") ?? "";
const urls = new Map();

function fill(table, head, rows) {
  const cellOf = (content, tag) => {
    const cell = document.createElement(tag);
    cell.append(content instanceof Node ? content : String(content ?? ""));
    return cell;
  };
  const row = (cells, tag) => {
    const tr = document.createElement("tr");
    tr.append(...cells.map((content) => cellOf(content, tag)));
    return tr;
  };
  table.replaceChildren(row(head, "th"), ...rows.map((cells) => row(cells, "td")));
}

const pictures = new Map();

/** Creates the image of a URL once: a new element would fetch it again. */
function pictureOf(path) {
  if (!pictures.has(path)) {
    pictures.set(path, Object.assign(document.createElement("img"), { src: path, alt: "The world", width: 160, height: 120 }));
  }
  return pictures.get(path);
}

const ask = (path) => fetch(path, { headers: { authorization: key } });
const time = (ms) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

async function showSessions(sessions) {
  const shown = await Promise.all(sessions.map(async ({ id, state, viewers, frames }) => {
    const figure = document.createElement("figure");
    const caption = document.createElement("figcaption");
    caption.textContent = id + " " + state + ", " + viewers + " viewers, " + frames + " frames";
    const reply = frames > 0 ? await ask("/status/frame?session=" + encodeURIComponent(id)) : undefined;
    if (reply?.ok) {
      const old = urls.get(id);
      if (old !== undefined) URL.revokeObjectURL(old);
      urls.set(id, URL.createObjectURL(await reply.blob()));
      const image = document.createElement("img");
      image.alt = "The newest frame";
      image.src = urls.get(id);
      figure.append(image);
    }
    figure.append(caption);
    return figure;
  }));
  byId("sessions").replaceChildren(...shown);
}

async function show() {
  const reply = await ask("/status/data.json");
  byId("problem").textContent = reply.ok ? "" : reply.status === 401 ? "This key is unknown." : "The service does not answer.";
  if (!reply.ok) return;
  const { queue, sessions, worlds, operations } = await reply.json();
  fill(byId("queue"), ["Lane", "State", "Tasks"], queue.map(({ lane, state, count }) => [lane, state, count]));
  fill(byId("worlds"), ["", "World", "Name", "Status", "Progress", "Begun"],
    worlds.map(({ picture, worldId, name, status, progress, createTime }) =>
      [picture === null ? "" : pictureOf(picture), worldId, name, status, Math.round(progress * 100) + " %", time(createTime)]));
  fill(byId("operations"), ["Operation", "Kind", "Name", "State", "Progress", "Begun"],
    operations.map(({ id, kind, name, state, progress, createTime }) =>
      [id, kind, name, state, Math.round(progress * 100) + " %", time(createTime)]));
  await showSessions(sessions);
}

async function loop() {
  if (key !== "") await show().catch(() => { byId("problem").textContent = "The service does not answer."; });
  setTimeout(loop, 1000);
}

byId("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  key = byId("key").value;
  sessionStorage.setItem("key", key);
  void show();
});
void loop();
`;
