import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inRoot, root } from './root.mjs'
import { print, seconds } from './terminal.mjs'

const bins = { oxlint: 'oxlint/bin/oxlint', prettier: 'prettier/bin/prettier.cjs', knip: 'knip/bin/knip.js' }
// Native TypeScript, three times as fast; tools that call the compiler API need the `typescript` package.
bins.tsc = 'typescript-native/bin/tsc'
bins.depcruise = 'dependency-cruiser/bin/dependency-cruise.mjs'
bins.vitest = 'vitest/vitest.mjs'

export const count = { passed: 0, failed: 0, skipped: 0 }
export const failures = []
/** A failed test each: its file and title, and where and why it failed. Shown at the end, where a log is read first. */
export const failedTests = []
/** Files of stories that failed once and passed at the second try, with the errors of the first. */
export const triedTwice = []

/** The files with skipped tests, and how many. */
export const skippedTests = []

const isFailed = ({ status }) => status === 'failed'
const isSkipped = ({ status }) => status === 'skipped' || status === 'pending'
const isPassed = ({ status }) => status === 'passed'

const namesOfSkipped = (results) =>
  results.flatMap(({ name, assertionResults }) => {
    const skipped = assertionResults.filter(isSkipped).length
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

/** The title of each failed test, and the first lines of its error; of a broken file, its error. */
const describeFailures = (results) =>
  results.filter(isFailed).flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const bad = assertionResults.filter(isFailed)
    if (bad.length === 0) return [`${file}\n${indented(message)}`]
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

/** What tools/errors-outside-tests.mjs and server/testing/global-setup/fail-teardown.ts wrote. */
const readLines = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []

/** Runs Vitest projects once. `results` is undefined when Vitest wrote no report. */
const runVitest = async (name, projects, env, files, how) => {
  const file = inRoot('.cache', `vitest-${name}.json`)
  mkdirSync(inRoot('.cache'), { recursive: true })
  const errorsFile = inRoot('.cache', `vitest-${name}-errors.jsonl`)
  rmSync(file, { force: true })
  rmSync(errorsFile, { force: true })
  const words = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--reporter=${inRoot('tools/errors-outside-tests.mjs')}`,
  ]
  const { ok, output } = await run(
    bin('vitest', ...words, ...projects.flatMap((project) => ['--project', project]), ...files),
    { env: { ...env, REMIS_TEST_ERRORS: errorsFile }, ...how },
  )
  return { ok, output, results: readReport(file)?.testResults, errors: readLines(errorsFile) }
}

/**
 * Tests are counted one by one; a file that cannot be loaded, or whose hook fails, counts as one failed test. The
 * errors shown are those of `shown`.
 */
const countTests = (name, { ok, results, errors }, shown = results) => {
  if (!results) return failed(name, 'vitest wrote no report')
  const tests = results.flatMap(({ assertionResults }) => assertionResults)
  count.passed += tests.filter(isPassed).length
  count.skipped += tests.filter(isSkipped).length
  skippedTests.push(...namesOfSkipped(results))
  const badFiles = results.filter(isFailed)
  const broken = badFiles.filter(({ assertionResults }) => !assertionResults.some(isFailed))
  const bad = tests.filter(isFailed).length + broken.length
  failedTests.push(...describeFailures(shown))
  if (bad > 0) fail(`${name}: ${bad} tests`, bad)
  else if (!ok || errors.length > 0) {
    fail(`${name}: errors outside of tests`)
    failedTests.push(`${name}, outside of tests:\n${indented(errors.join('\n') || 'Vitest names none')}`)
  }
}

/** With `echo` the output is returned. */
export const vitest = async (name, projects, env = {}, files = [], how = { live: true }) => {
  const ran = await runVitest(name, projects, env, files, how)
  countTests(name, ran)
  return ran.output
}

/**
 * Runs a project of stories. A file that fails is run once more, since a slow machine may be the cause: in a new city
 * and a new browser, because the first try leaves a signed-in rider or a driver on a trip. The error shown of a file
 * that fails twice is the first one.
 */
export const runStories = async (project, env) => {
  const first = await runVitest(project, [project], env, [], { live: true })
  const bad = (first.results ?? []).filter(isFailed)
  if (bad.length === 0) return countTests(project, first)
  const files = bad.map(({ name }) => relative(root, name))
  const again = await runVitest(`${project}-again`, [project], env, files, { live: true })
  const failedAgain = new Set((again.results ?? bad).filter(isFailed).map(({ name }) => name))
  triedTwice.push(...describeFailures(bad.filter(({ name }) => !failedAgain.has(name))))
  countTests(
    project,
    {
      ok: again.ok,
      results: again.results && [...first.results.filter((file) => !isFailed(file)), ...again.results],
      errors: [...first.errors, ...again.errors],
    },
    bad.filter(({ name }) => failedAgain.has(name)),
  )
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
