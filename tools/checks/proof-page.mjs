/** Longer lines, such as counts of all that happened, are in results.json only. */
const LONGEST_LINE = 160

/** Without long lines, and without one that repeats the line before it. */
const shown = (lines) => lines.filter((line, at) => line.length <= LONGEST_LINE && line !== lines[at - 1])

/** `2026-11-28, 52fcc977, Node v20.20.2, 2 × Intel`: the day and the commit, and the rest. */
const whenOf = ({ when }) => {
  const [day, commit, ...place] = when.split(', ')
  return { run: `${day}, ${commit}`, place: place.join(', ') }
}

/**
 * docs/PROOF.md: what each part proves, how it is run, and its last result.
 *
 * @param parts `{ name: { title, proves } }` in the order of the page
 * @param results `{ name: { ok, summary, seconds, lines, when } }`, also of a part that was not run: none
 */
export const proofPage = (parts, results) => {
  const rows = Object.entries(parts).map(([name, { title, proves }]) => {
    const last = results[name]
    const result = last === undefined ? 'no long run is stored yet' : `${last.ok ? '' : '**failed** '}${last.summary}`
    const run = last === undefined ? '–' : `${whenOf(last).run}, ${Math.round(last.seconds)} s`
    return `| ${title} | ${proves} | \`${name}\` | ${result} | ${run} |`
  })
  const places = [...new Set(Object.values(results).map((result) => whenOf(result).place))]
  const sections = Object.entries(parts).flatMap(([name, { title }]) => {
    const lines = shown(results[name]?.lines ?? [])
    return lines.length === 0 ? [] : [`## ${title}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`]
  })
  return `# Proof

Written by \`npm run proof\`: the last run of each part in its long form. \`npm test\` runs the short forms of most;
[proofs](design/proofs.md) lists what differs. \`npm run proof -- <part>\` runs one part. All lines of each run are in
\`docs/proof/results.json\`.

| Part | Proves | Name | Result | Run |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

Machines: ${places.join('; ')}.

${sections.join('\n')}`
}
