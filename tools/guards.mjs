import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guards } from './guards-list.mjs'
import { inRoot } from './root.mjs'
import { print } from './terminal.mjs'

/**
 * `npm run guards [words]`: takes one guard away at a time and runs the test that must turn red. With words, only guards
 * whose name has one of them. Works on a copy of the sources below the system's temp folder; ends with 1 when a guard can
 * be taken away unseen, or a test is red with all guards in place. Without words the table is kept as docs/GUARDS.md.
 */
const WORKSPACES = ['domain', 'atlas', 'server']
const FILES = ['package.json', 'tsconfig.base.json', 'vitest.config.ts']
const AT_ONCE = 2
const LONGEST = 180_000

const folders = []
const children = new Set()

/** The copy finds npm packages where they are, and our own packages in the copy: only then a changed rule is used. */
const copySources = () => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-guards-'))
  folders.push(folder)
  chmodSync(folder, 0o755)
  const isSource = (path) => !/[/\\](node_modules|dist|\.cache)$/.test(path)
  for (const name of WORKSPACES) cpSync(inRoot(name), join(folder, name), { recursive: true, filter: isSource })
  for (const name of FILES) cpSync(inRoot(name), join(folder, name))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@remis'), { recursive: true })
  for (const name of WORKSPACES) symlinkSync(join('..', '..', name), join(modules, '@remis', name))
  for (const name of readdirSync(inRoot('node_modules')))
    if (name !== '@remis' && !name.startsWith('.')) symlinkSync(inRoot('node_modules', name), join(modules, name))
  return folder
}

/** What the clone of the database is robbed of, right after it was made. */
const robbed = (sql) => ({
  file: 'server/testing/test-database.ts',
  from: "  const connection = { ...inject('cluster'), database: name }\n",
  to: `  const connection = { ...inject('cluster'), database: name }
  const robber = new pg.Client(connection)
  await robber.connect()
  await robber.query(${JSON.stringify(sql)})
  await robber.end()\n`,
})

/** Removes the guard; answers how to put it back. */
const remove = (folder, { remove: how, also }) => {
  const patches = [how.sql === undefined ? how : robbed(how.sql), ...(also === undefined ? [] : [also])]
  const before = new Map()
  const restore = () => before.forEach((text, path) => writeFileSync(path, text))
  for (const { file, from, to } of patches) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    if (!before.has(path)) before.set(path, text)
    if (text.split(from).length !== 2) {
      restore()
      throw new Error(`what is to be removed stands not exactly once in ${file}`)
    }
    writeFileSync(
      path,
      text.replace(from, () => to),
    )
  }
  return restore
}

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Runs tests in the copy; answers the state of each by its full name, and what was output. */
const runTests = (folder, files, name) =>
  new Promise((done) => {
    const report = join(folder, 'report.json')
    rmSync(report, { force: true })
    const words = ['run', '--project', 'server', '--reporter=json', `--outputFile.json=${report}`, ...files]
    if (name !== undefined) words.push('-t', literally(name))
    const child = spawn(process.execPath, [inRoot('node_modules', 'vitest', 'vitest.mjs'), ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0' },
    })
    children.add(child)
    const late = setTimeout(() => child.kill('SIGTERM'), LONGEST * (name === undefined ? 5 : 1))
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('close', () => {
      clearTimeout(late)
      children.delete(child)
      if (!existsSync(report)) return done({ tests: [], output })
      const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
      const tests = testResults.flatMap((file) =>
        file.assertionResults.map(({ fullName, status }) => ({ file: file.name, fullName, status })),
      )
      done({ tests, output })
    })
  })

const named = (tests, { file, test }) =>
  tests.filter((one) => one.file.endsWith(file) && one.fullName.includes(test) && one.status !== 'skipped')

const clean = () => {
  for (const child of children) child.kill('SIGTERM')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    clean()
    process.exit(1)
  })

/** red: the test fails for want of the guard; green: nobody noticed; unknown: the test never ran. */
const judge = async (folder, one) => {
  const restore = remove(folder, one)
  try {
    const { tests, output } = await runTests(folder, [one.file], one.test)
    const found = named(tests, one)
    if (found.length === 0) return { colour: 'unknown', output }
    return { colour: found.some(({ status }) => status === 'failed') ? 'red' : 'green' }
  } finally {
    restore()
  }
}

/** With all guards in place each named test must be there and pass, else red would mean nothing. */
const checkAll = async (folder, wanted) => {
  const { tests, output } = await runTests(folder, [...new Set(wanted.map(({ file }) => file))])
  const bad = wanted.filter((one) => {
    const found = named(tests, one)
    return found.length === 0 || found.some(({ status }) => status !== 'passed')
  })
  for (const { file, test } of bad) print(`✗ not green with all guards in place: ${file} · ${test}`)
  if (tests.length === 0) print(output.slice(-3000))
  return bad.length === 0
}

const line = ({ guard, file, test }, colour) => `${colour.padEnd(8)}${guard.padEnd(52)}${file} · ${test}`

/** The last run over the whole list is kept as a page. */
const keepPage = (rows, seconds) => {
  const order = new Map(guards.map(({ guard }, place) => [guard, place]))
  const sorted = rows.toSorted((a, b) => order.get(a.guard) - order.get(b.guard))
  const red = rows.filter(({ colour }) => colour === 'red').length
  const cells = sorted.map(({ guard, file, test, colour }) => `| ${guard} | ${colour} | \`${file}\` · ${test} |`)
  writeFileSync(
    inRoot('docs', 'GUARDS.md'),
    `# Guards of the races

Written by \`npm run guards\`: it takes one guard away at a time and runs the test that must turn red then. With all of them
in place every test named here is green. ${red} of ${rows.length} are seen to matter (${seconds} s, ${new Date().toISOString().slice(0, 10)}).

| without | test | which |
| --- | --- | --- |
${cells.join('\n')}
`,
  )
}

const words = process.argv.slice(2)
const wanted = guards.filter(({ guard }) => words.length === 0 || words.some((word) => guard.includes(word)))
const since = Date.now()
try {
  if (wanted.length === 0) throw new Error(`no guard is called ${words.join(' or ')}`)
  const copies = Array.from({ length: Math.min(AT_ONCE, wanted.length) }, copySources)
  print(`· Running the tests of ${wanted.length} guards with all of them in place`)
  const sound = await checkAll(copies[0], wanted)
  if (!sound) process.exitCode = 1
  else {
    print(`· Taking away one at a time\n\n${'without'.padEnd(8)}${'guard'.padEnd(52)}test`)
    const queue = [...wanted]
    const rows = []
    const work = async (folder) => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        const { colour, output = '' } = await judge(folder, one).catch((error) => ({
          colour: 'unknown',
          output: error.message,
        }))
        rows.push({ ...one, colour })
        print(line(one, colour) + (colour === 'unknown' ? `\n${output.slice(-1500)}` : ''))
      }
    }
    await Promise.all(copies.map(work))
    const seconds = Math.round((Date.now() - since) / 1000)
    const red = rows.filter(({ colour }) => colour === 'red').length
    print(`\n${red} of ${wanted.length} guards are seen to matter (${seconds} s)`)
    if (words.length === 0) keepPage(rows, seconds)
    if (red < wanted.length) process.exitCode = 1
  }
} catch (error) {
  print(`✗ ${error.message}`)
  process.exitCode = 1
} finally {
  clean()
}
