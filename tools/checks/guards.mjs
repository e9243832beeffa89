import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { keepSection } from './guards-page.mjs'
import { guards } from './guards-list.mjs'
import { inRoot } from '../root.mjs'
import { print } from '../terminal.mjs'

/**
 * `npm run guards [words]`: drops one constraint, index or trigger at a time from the test databases and runs the test
 * that must fail without it. With words, only guards with one of them in their name. Ends with 1 when a guard can be
 * dropped without a failure, or when a test fails with all guards in place. Without words the table is written to
 * docs/GUARDS.md.
 */
const AT_ONCE = 2
const LONGEST_MS = 180_000

const children = new Set()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM')
    process.exit(1)
  })

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

let runs = 0
/** Runs tests of the server; answers the state of each by its full name, and the output. */
const runTests = (files, { name, env = {} } = {}) =>
  new Promise((done) => {
    mkdirSync(inRoot('.cache'), { recursive: true })
    const report = inRoot('.cache', `guards-${process.pid}-${runs++}.json`)
    const words = ['run', '--project', 'server', '--reporter=json', `--outputFile.json=${report}`, ...files]
    if (name !== undefined) words.push('-t', literally(name))
    const child = spawn(process.execPath, [inRoot('node_modules', 'vitest', 'vitest.mjs'), ...words], {
      cwd: inRoot(),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', ...env },
    })
    children.add(child)
    const late = setTimeout(() => child.kill('SIGTERM'), LONGEST_MS * (name === undefined ? 5 : 1))
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('close', () => {
      clearTimeout(late)
      children.delete(child)
      if (!existsSync(report)) return done({ tests: [], output })
      const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
      rmSync(report)
      const tests = testResults.flatMap((file) =>
        file.assertionResults.map(({ fullName, status }) => ({ file: file.name, fullName, status })),
      )
      done({ tests, output })
    })
  })

const named = (tests, { file, test }) =>
  tests.filter((one) => one.file.endsWith(file) && one.fullName.includes(test) && one.status !== 'skipped')

/** failed: the test notices; passed: it does not; unknown: it did not run. */
const judge = async (guard) => {
  const env = { [guard.afterSetup ? 'REMIS_DROP_GUARD_AFTER_SETUP' : 'REMIS_DROP_GUARD']: guard.sql }
  const { tests, output } = await runTests([guard.file], { name: guard.test, env })
  const found = named(tests, guard)
  if (found.length === 0) return { result: 'unknown', output }
  return { result: found.some(({ status }) => status === 'failed') ? 'failed' : 'passed', output }
}

/** Each named test must exist and pass with all guards in place, otherwise its failure would mean nothing. */
const checkAll = async (wanted) => {
  const { tests, output } = await runTests([...new Set(wanted.map(({ file }) => file))])
  const bad = wanted.filter((one) => {
    const found = named(tests, one)
    return found.length === 0 || found.some(({ status }) => status !== 'passed')
  })
  for (const { file, test } of bad) print(`✗ does not pass with all guards in place: ${file} · ${test}`)
  if (tests.length === 0) print(output.slice(-3000))
  return bad.length === 0
}

const line = ({ guard, file, test }, result) => `${result.padEnd(9)}${guard.padEnd(48)}${file} · ${test}`

const sectionOf = (rows, seconds) => {
  const order = new Map(guards.map(({ guard }, place) => [guard, place]))
  const cells = rows
    .toSorted((a, b) => order.get(a.guard) - order.get(b.guard))
    .map(({ guard, file, test, result }) => `| ${guard} | ${result} | \`${file}\` · ${test} |`)
  return `## Database guards

Written by \`npm run guards\`: each constraint, index or trigger that keeps races and books right is dropped from the test
database, and the named test must then fail; with all of them in place it passes. ${rows.filter(({ result }) => result === 'failed').length} of ${rows.length} are noticed (${seconds} s, ${new Date().toISOString().slice(0, 10)}).

| without | test | which |
| --- | --- | --- |
${cells.join('\n')}`
}

const words = process.argv.slice(2)
const wanted = guards.filter(({ guard }) => words.length === 0 || words.some((word) => guard.includes(word)))
const since = Date.now()
if (wanted.length === 0) {
  print(`✗ no guard is called ${words.join(' or ')}`)
  process.exitCode = 1
} else {
  print(`· Running the tests of ${wanted.length} guards with all of them in place`)
  if (!(await checkAll(wanted))) process.exitCode = 1
  else {
    print(`· Dropping one at a time\n\n${'test'.padEnd(9)}${'without'.padEnd(48)}which`)
    const queue = [...wanted]
    const rows = []
    const work = async () => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        const { result, output } = await judge(one)
        rows.push({ ...one, result })
        print(line(one, result) + (result === 'unknown' ? `\n${output.slice(-1500)}` : ''))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const seconds = Math.round((Date.now() - since) / 1000)
    const noticed = rows.filter(({ result }) => result === 'failed').length
    print(`\n${noticed} of ${wanted.length} guards are noticed (${seconds} s)`)
    if (words.length === 0) keepSection('guards', sectionOf(rows, seconds))
    if (noticed < wanted.length) process.exitCode = 1
  }
}
