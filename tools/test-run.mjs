import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inRoot, root } from './root.mjs'
import { print } from './terminal.mjs'

const bins = { oxlint: 'oxlint/bin/oxlint', prettier: 'prettier/bin/prettier.cjs', knip: 'knip/bin/knip.js' }
// Native TypeScript, three times as fast; tools that call the compiler API need the `typescript` package.
bins.tsc = 'typescript-native/bin/tsc'
bins.depcruise = 'dependency-cruiser/bin/dependency-cruise.mjs'
bins.vitest = 'vitest/vitest.mjs'

export const count = { passed: 0, failed: 0, skipped: 0 }
export const failures = []
/** A failed test each: its file and title, and where and why it failed. Shown at the end, where a log is read first. */
export const failedTests = []
/** Stories that failed once and passed at the second try. */
export const triedTwice = []

/** The files with skipped tests, and how many. */
export const skippedTests = []

const namesOfSkipped = (report) =>
  report.testResults.flatMap(({ name, assertionResults }) => {
    const skipped = assertionResults.filter(({ status }) => status === 'skipped' || status === 'pending').length
    return skipped === 0 ? [] : [`${relative(root, name)}: ${skipped}`]
  })

/** The last line of a run: what passed, what failed, and what was skipped, if anything was. */
export const countsLine = ({ passed, failed: bad, skipped }) =>
  [`${passed} passed`, `${bad} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(', ')

const fail = (name, how = 1) => {
  count.failed += how
  failures.push(name)
}

const started = new Set()
export const stopAll = () => started.forEach((child) => child.kill('SIGTERM'))

/** Runs a program to its end; `live` shows its output while it runs, `echo` shows and returns it. */
export const run = (words, { env = {}, live = false, echo = false } = {}) =>
  new Promise((done) => {
    const child = spawn(words[0], words.slice(1), {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', ...env },
      stdio: live ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    })
    started.add(child)
    let output = ''
    for (const stream of ['stdout', 'stderr'])
      child[stream]?.on('data', (data) => {
        output += data
        if (echo) process[stream].write(data)
      })
    child.on('error', (error) => done({ ok: false, output: error.message }))
    child.on('close', (code) => {
      started.delete(child)
      done({ ok: code === 0, output })
    })
  })

export const bin = (name, ...words) => [process.execPath, inRoot('node_modules', bins[name]), ...words]

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** A step that passes or fails as one; its output is shown when it fails. */
export const check = async (name, words, options) => {
  const since = Date.now()
  const { ok, output } = await run(words, options)
  if (ok) count.passed++
  else fail(name)
  print(
    `${ok ? '✓' : '✗'} ${name} (${seconds(since)})${ok ? '' : `\n${output.trim().split('\n').slice(-60).join('\n')}`}`,
  )
  return ok
}

export const failed = (name, why) => {
  fail(name)
  print(`✗ ${name}: ${why}`)
}

/** A title of a failed test, and the first lines of its error. For a retried test: of the first try. */
const describeFailures = (report) =>
  report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const bad = assertionResults.filter((test) => test.status === 'failed')
    if (bad.length === 0) return status === 'failed' ? [`${file}\n${indented(message)}`] : []
    return bad.map(({ fullName, failureMessages }) => `${file} > ${fullName}\n${indented(failureMessages[0] ?? '')}`)
  })

const indented = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n')

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** What tools/test-notes.mjs wrote. */
const readNotes = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []

/**
 * Runs Vitest projects. Tests are counted one by one; a file that cannot be loaded, or whose hook fails, counts as one
 * failed test. With `echo` the output is returned.
 */
export const vitest = async (name, projects, env = {}, files = [], how = { live: true }) => {
  const file = inRoot('.cache', `vitest-${name}.json`)
  mkdirSync(inRoot('.cache'), { recursive: true })
  const notesFile = inRoot('.cache', `vitest-${name}-notes.jsonl`)
  rmSync(file, { force: true })
  rmSync(notesFile, { force: true })
  const words = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--reporter=${inRoot('tools/test-notes.mjs')}`,
  ]
  const { ok, output } = await run(
    bin('vitest', ...words, ...projects.flatMap((project) => ['--project', project]), ...files),
    { env: { ...env, REMIS_TEST_NOTES: notesFile }, ...how },
  )
  const report = readReport(file)
  if (!report) {
    failed(name, 'vitest wrote no report')
    return output
  }
  const notes = readNotes(notesFile)
  triedTwice.push(...notes.flatMap(({ twice }) => twice ?? []))
  count.passed += report.numPassedTests
  count.skipped += report.numPendingTests
  skippedTests.push(...namesOfSkipped(report))
  // a file that cannot be loaded, or a hook that fails, leaves a failed file without a failed test
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const bad = report.numFailedTests + broken.length
  failedTests.push(...describeFailures(report))
  if (bad > 0) fail(`${name}: ${bad} tests`, bad)
  else if (!ok) {
    fail(`${name}: errors outside of tests`)
    const errors = notes.flatMap(({ error }) => error ?? [])
    failedTests.push(`${name}, outside of tests:\n${indented(errors.join('\n') || 'Vitest names none')}`)
  }
  return output
}

/** The lines of a program's output that are meant for the page: those that begin with `> `. */
const reportLines = (output) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('> '))
    .map((line) => line.slice(2))

/** Runs one part of `npm run proof`: tests in their long form, or a program that exits with 0 when everything held. */
export const proofPart = async (name, { title, projects, files, words }, env) => {
  const since = Date.now()
  const before = { ...count }
  let output
  if (projects) output = await vitest(`proof-${name}`, projects, env, files, { echo: true })
  else {
    const ran = await run([process.execPath, ...words], { env, echo: true })
    output = ran.output
    if (ran.ok) count.passed++
    else fail(name)
  }
  const passed = count.passed - before.passed
  const failedHere = count.failed - before.failed
  return {
    title,
    ok: failedHere === 0 && passed > 0,
    summary: projects ? `${passed} passed, ${failedHere} failed` : failedHere === 0 ? 'held' : 'see below',
    seconds: (Date.now() - since) / 1000,
    lines: reportLines(output),
  }
}
