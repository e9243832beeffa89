import { readFileSync } from 'node:fs'
import { keepSection } from './guards-page.mjs'
import { inRoot } from '../root.mjs'
import { giveUp, print } from '../terminal.mjs'
import { run } from '../test-run.mjs'

/**
 * `npm run mutation [-- files]`: StrykerJS changes the pure rules one expression at a time and runs the tests that
 * reach it. Ends with 1 below the threshold of tools/checks/stryker.config.mjs. Without files the scores are written to
 * docs/GUARDS.md; `--page` writes them from the last run.
 */
const pageOnly = process.argv.includes('--page')
const files = process.argv.slice(2).filter((word) => word !== '--page')
const stryker = inRoot('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
const only = files.length > 0 ? ['--mutate', files.join(',')] : []
const words = [process.execPath, stryker, 'run', inRoot('tools', 'checks', 'stryker.config.mjs'), ...only]
const { ok } = pageOnly ? { ok: true } : await run(words, { live: true })

const CAUGHT = new Set(['Killed', 'Timeout'])
const MISSED = new Set(['Survived', 'NoCoverage'])

const scoresOf = (report) => {
  const folders = new Map()
  for (const [file, { mutants }] of Object.entries(report.files)) {
    const folder = file.split('/').slice(0, -1).join('/')
    const row = folders.get(folder) ?? { caught: 0, missed: 0 }
    row.caught += mutants.filter(({ status }) => CAUGHT.has(status)).length
    row.missed += mutants.filter(({ status }) => MISSED.has(status)).length
    folders.set(folder, row)
  }
  return folders
}

const percent = ({ caught, missed }) => `${((caught / (caught + missed)) * 100).toFixed(1)} %`

if (files.length === 0) {
  let report
  try {
    report = JSON.parse(readFileSync(inRoot('.cache', 'mutation.json'), 'utf8'))
  } catch {
    giveUp('StrykerJS wrote no report.')
  }
  const folders = scoresOf(report)
  const all = { caught: 0, missed: 0 }
  for (const { caught, missed } of folders.values()) {
    all.caught += caught
    all.missed += missed
  }
  const row = (name, scores) => `| ${name} | ${scores.caught} | ${scores.missed} | ${percent(scores)} |`
  keepSection(
    'mutation',
    `## Mutation tests of the rules

Written by \`npm run mutation\`: StrykerJS changes one expression of the pure rules at a time; a test must fail. Texts are
left out, and so are the tests by random sequences, which take seconds for each change. At least ${report.thresholds.break} % must be
noticed (${new Date().toISOString().slice(0, 10)}). \`.cache/mutation.json\` has each change.

| rules | noticed | not noticed | score |
| --- | --- | --- | --- |
${[...folders].map(([name, scores]) => row(`\`${name}\``, scores)).join('\n')}
${row('**all**', all)}`,
  )
  print('· docs/GUARDS.md is written')
}
process.exitCode = ok ? 0 : 1
