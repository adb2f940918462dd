"use strict";
// Keeps answers in this browser and saves them as CSV. No text of a claim passes through here.
const { sheet, questions } = document.querySelector("main").dataset;
const KEY = "simulrag-sheet-" + sheet;
const cases = [...document.querySelectorAll("section[data-case]")];
const names = questions.split(" ");

function answers(section) {
  const chosen = names.map((name) => section.querySelector(`input[data-name=${name}]:checked`));
  return [...chosen.map((one) => (one ? one.value : "")), section.querySelector("textarea").value];
}

function quoted(text) {
  const safe = /^\s*[=+\-@\t\r]/.test(text) ? "'" + text : text;
  return '"' + safe.replaceAll('"', '""') + '"';
}

function table() {
  const head = ["case", ...names, "note"];
  const rows = cases.map((one) => [one.dataset.case, ...answers(one)]);
  return [head, ...rows].map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
}

function count() {
  const done = cases.filter((one) => answers(one).slice(0, -1).every(Boolean)).length;
  document.getElementById("done").textContent = `${done} of ${cases.length} answered`;
}

function keep() {
  const kept = Object.fromEntries(cases.map((one) => [one.dataset.case, answers(one)]));
  localStorage.setItem(KEY, JSON.stringify(kept));
  count();
}

function restore() {
  const kept = JSON.parse(localStorage.getItem(KEY) || "{}");
  for (const one of cases) {
    const [...before] = kept[one.dataset.case] || [];
    names.forEach((name, n) => {
      for (const input of one.querySelectorAll(`input[data-name=${name}]`))
        input.checked = input.value === before[n];
    });
    one.querySelector("textarea").value = before[names.length] || "";
  }
  count();
}

document.addEventListener("input", keep);
document.getElementById("save").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(["\ufeff", table()], { type: "text/csv" }));
  link.download = "answers.csv";
  link.click();
});
restore();
