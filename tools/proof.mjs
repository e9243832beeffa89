import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { buildIfStale } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { installIfStale } from './install.mjs'
import { checkNode } from './node-version.mjs'
import { inRoot } from './root.mjs'
import { giveUp, say, total } from './terminal.mjs'
import { count, stopAll, proofPart } from './test-run.mjs'

/**
 * `npm run proof [-- parts]`: the long forms of what `npm test` runs in short, and what it does not run at all.
 * The last result of all parts is kept as docs/PROOF.md.
 */
const parts = {
  access: { title: 'Who may see what', project: 'proof', files: ['access/', 'sessions/'] },
  fuzz: { title: 'Hostile input', project: 'proof', files: ['fuzz/'] },
  faults: { title: 'Faults', project: 'proof', files: ['faults/'] },
  simulation: { title: 'Seeded simulation', project: 'proof', files: ['simulation/'] },
  guards: { title: 'Guards taken away', words: ['tools/guards.mjs'] },
  load: { title: 'Load', words: ['--import', 'tsx', 'proof/load/run.ts'] },
  install: { title: 'Install cases', words: ['--import', 'tsx', 'proof/install/run.ts'] },
  bench: { title: 'Figures against peers', words: ['tools/bench.mjs'] },
}

const asked = process.argv.slice(2)
for (const name of asked)
  if (!(name in parts)) giveUp(`${name} is not a part. There are: ${Object.keys(parts).join(', ')}`)

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopAll()
    process.exit(1)
  })

const page = (results) => `# Proof

The last run of \`npm run proof\` over all parts: ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}.

| Part | Result | Took |
| --- | --- | --- |
${results.map(({ title, ok, summary, seconds }) => `| ${title} | ${ok ? '' : '**failed** '}${summary} | ${Math.round(seconds)} s |`).join('\n')}

${results
  .filter(({ lines }) => lines.length > 0)
  .map(({ title, lines }) => `## ${title}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``)
  .join('\n\n')}
`

try {
  checkNode()
  await installIfStale()
  await buildIfStale()
  const chromium = await ensureChromium()
  const env = { REMIS_PROOF: 'long', ...(chromium ? { CHROMIUM_PATH: chromium } : {}) }
  const results = []
  for (const [name, part] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    say(`· ${part.title}`)
    results.push(await proofPart(name, part, env))
  }
  if (asked.length === 0) writeFileSync(inRoot('docs', 'PROOF.md'), page(results))
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
say(`\nAll of it took ${total()}`)
say(`${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed === 0 ? 0 : 1
