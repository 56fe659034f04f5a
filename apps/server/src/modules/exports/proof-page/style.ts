/** Looks of the page: it is kept and read apart from the application, so it brings its own. A4 lying down when printed. */
const STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px; max-width: 1180px; background: #fff; color: #0A113D; font: 12px/16px "Inter Variable", Inter, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif; font-variant-numeric: tabular-nums; }
h1 { margin: 0; font-size: 22px; line-height: 28px; }
h2 { margin: 24px 0 8px; font-size: 14px; line-height: 20px; break-after: avoid; }
p { margin: 0; }
small { font-size: inherit; }
.muted, small { color: #5A6079; }
.brand { display: flex; align-items: center; gap: 8px; margin-bottom: 16px; padding-bottom: 8px; border-bottom: 1px solid #C9CDDA; font-weight: 600; }
.brand span { margin-left: auto; font-weight: 400; color: #5A6079; }
.tag { display: inline-block; margin-left: 8px; padding: 0 8px; border: 1px solid currentcolor; border-radius: 3px; font-size: 12px; line-height: 20px; font-weight: 600; vertical-align: 4px; color: #0B7A55; }
.tag.open { color: #9A5B00; }
.warning { margin-top: 12px; padding: 8px 12px; border-left: 3px solid #F2A33A; background: #FFF6E9; }
dl { display: grid; grid-template-columns: max-content 1fr max-content 1fr; gap: 4px 16px; margin: 16px 0 0; }
dt { color: #5A6079; }
dd { margin: 0; overflow-wrap: anywhere; }
dd.wide { grid-column: 2 / -1; }
code { font: 11px/16px "Liberation Mono", Consolas, Menlo, monospace; overflow-wrap: anywhere; }
.counts { display: grid; grid-template-columns: repeat(6, 1fr); gap: 8px; margin: 0; padding: 0; list-style: none; }
.counts li { padding: 8px 12px; border: 1px solid #E1E4EC; border-radius: 3px; break-inside: avoid; }
.counts b { display: block; font-size: 18px; line-height: 24px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 4px 8px; border-bottom: 1px solid #E1E4EC; text-align: left; vertical-align: top; }
thead { display: table-header-group; }
thead th { border-bottom: 1px solid #0A113D; font-weight: 600; vertical-align: bottom; }
tr { break-inside: avoid; }
.figure { text-align: right; white-space: nowrap; }
.section th { padding-top: 12px; background: #F6F7FA; break-after: avoid; }
.section small { font-weight: 400; }
.proof { font-size: 10.5px; line-height: 14px; }
.proof td small { display: block; }
.proof td:nth-child(2) { min-width: 13em; }
.run { white-space: nowrap; }
.run + .run::before { content: " · "; color: #5A6079; }
.lowest { font-weight: 600; }
@page { size: A4 landscape; margin: 10mm 10mm 12mm; }
@media print {
  body { padding: 0; max-width: none; font-size: 8pt; line-height: 10.5pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .screen { display: none; }
  .brand { margin-bottom: 8pt; padding-bottom: 4pt; }
  h1 { font-size: 15pt; line-height: 19pt; }
  h2 { margin: 10pt 0 4pt; font-size: 10pt; line-height: 13pt; }
  dl { gap: 1.5pt 10pt; margin-top: 8pt; }
  .counts li { padding: 3pt 8pt; }
  .counts b { font-size: 12pt; line-height: 15pt; }
  .proof { font-size: 7.5pt; line-height: 9.8pt; }
  th, td { padding: 2.5pt 5pt; }
  code { font-size: 7.5pt; line-height: 11pt; }
}
`;

/** A text as a string of CSS: nothing in it can end the string or the sheet. */
const quoted = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} ,.-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;

/** The whole sheet. @param foot what each printed page says at its foot, beside its number */
export function styleOf(foot: string): string {
  return `${STYLE}
@page {
  @bottom-left { content: ${quoted(foot)}; font: 7pt sans-serif; color: #5A6079; }
  @bottom-right { content: "Page " counter(page) " / " counter(pages); font: 7pt sans-serif; color: #5A6079; }
}`;
}
