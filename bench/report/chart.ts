import { isMet, type RowWithTarget } from './row.ts'

const WIDTH = 860
const LINE = 26
const LEFT = 360
const SCALE = 120
/** Ratios are drawn as the power of two of ratio ÷ target, three either way. */
const MOST = 3

const escaped = (text: string): string => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** How far a value is above its target: 0 at the target, 1 twice as good, −1 half as good. */
const reach = (value: number, { target }: RowWithTarget): number => {
  const share = 'atLeast' in target ? value / target.atLeast : target.atMost / value
  return Math.max(-MOST, Math.min(MOST, Math.log2(share)))
}

const at = (value: number, row: RowWithTarget): string =>
  (LEFT + MOST * SCALE * 0.65 + reach(value, row) * SCALE * 0.65).toFixed(1)

const lineOf = (row: RowWithTarget, index: number): string => {
  const y = 46 + index * LINE
  const colour = isMet(row) ? 'met' : 'missed'
  const name = `${row.goal} ${row.what}, ${row.peer}`
  const cut = name.length > 58 ? `${name.slice(0, 57)}…` : name
  return `<g><title>${escaped(`${name}: ${row.ratio.median.toFixed(2)}`)}</title>
  <text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${escaped(cut)}</text>
  <line x1="${at(row.ratio.low, row)}" x2="${at(row.ratio.high, row)}" y1="${y}" y2="${y}" class="spread ${colour}"/>
  <circle cx="${at(row.ratio.median, row)}" cy="${y}" r="5" class="${colour}"/></g>`
}

/** Each ratio against its own target, on one scale: right of the line is better. Readable on light and dark. */
export const chartOf = (rows: readonly RowWithTarget[]): string => {
  const height = 70 + rows.length * LINE
  const ticks = [-3, -2, -1, 0, 1, 2, 3].map((power) => {
    const x = (LEFT + (MOST + power) * SCALE * 0.65).toFixed(1)
    const label = power === 0 ? 'target' : power > 0 ? `${2 ** power}×` : `1/${2 ** -power}`
    return `<line x1="${x}" x2="${x}" y1="30" y2="${height - 26}" class="${power === 0 ? 'aim' : 'grid'}"/>
  <text x="${x}" y="${height - 8}" text-anchor="middle" class="tick">${label}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Each ratio against its target">
<style>
  svg { background: #ffffff; font: 13px system-ui, sans-serif; }
  text { fill: #1c2430; } .tick { fill: #566070; font-size: 12px; }
  .grid { stroke: #dfe3e8; } .aim { stroke: #566070; stroke-width: 1.5; }
  .spread { stroke-width: 4; stroke-linecap: round; opacity: 0.45; }
  circle.met { fill: #1f7a4d; } .spread.met { stroke: #1f7a4d; }
  circle.missed { fill: #b3372b; } .spread.missed { stroke: #b3372b; }
  @media (prefers-color-scheme: dark) {
    svg { background: #14181f; } text { fill: #e6e9ee; } .tick { fill: #a5adba; }
    .grid { stroke: #2c333d; } .aim { stroke: #a5adba; }
    circle.met { fill: #5cc796; } .spread.met { stroke: #5cc796; }
    circle.missed { fill: #f0857a; } .spread.missed { stroke: #f0857a; }
  }
</style>
<text x="${LEFT}" y="18" class="tick">worse</text><text x="${WIDTH - 30}" y="18" text-anchor="end" class="tick">better</text>
${ticks.join('\n')}
${rows.map(lineOf).join('\n')}
</svg>
`
}
