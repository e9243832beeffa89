import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { underBuildLock } from './build-lock.mjs'
import { bundle } from './bundle.mjs'
import { inRoot, root } from './root.mjs'
import { step } from './terminal.mjs'

const WEB = inRoot('web', 'dist')
const NEW_WEB = inRoot('.cache', 'web-new')
const stampFile = inRoot('.cache', 'build-stamp.json')
const skipped = new Set(['node_modules', 'dist', '.cache', 'testing'])

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(path)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
  })

const hashOf = (folders) => {
  const hash = createHash('sha256').update(readFileSync(inRoot('package-lock.json')))
  for (const name of ['build.mjs', 'bundle.mjs']) hash.update(readFileSync(inRoot('tools', name)))
  hash.update(process.versions.modules)
  for (const path of folders.flatMap((folder) => filesIn(inRoot(folder))).sort())
    hash.update(path.slice(root.length)).update(readFileSync(path))
  return hash.digest('hex')
}

/** Runs in a child process, so that its memory is returned. */
const buildWeb = () =>
  new Promise((done, fail) => {
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
    const child = spawn(process.execPath, [vite, 'build', 'web', '--outDir', NEW_WEB, '--logLevel', 'warn'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`The web app could not be built.\n${output}`))))
  })

const compressed = /\.(js|mjs|css|html|svg|json|webmanifest|txt|ttf|woff)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Compresses the static files once at build time. */
const compressWeb = async () => {
  const files = filesOf(NEW_WEB).filter((path) => compressed.test(path) && !path.endsWith('index.html'))
  await Promise.all(
    files.map(async (path) => {
      const bytes = await readFile(path)
      if (bytes.length < 1024) return
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
      await Promise.all([
        writeFile(`${path}.br`, await brotli(bytes, quality)),
        writeFile(`${path}.gz`, await zip(bytes)),
      ])
    }),
  )
}
const filesOf = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)],
  )

const parts = [
  {
    name: 'server',
    from: ['domain', 'atlas', 'server', 'simulator'],
    made: 'server/dist/start.mjs',
    build: async () => {
      const entries = [
        'server/start.ts',
        'server/verify/verify-cli.ts',
        'server/backup/backup-cli.ts',
        'server/backoffice/settings/critical-edits-cli.ts',
        'server/accounts/two-factor/reset-two-factor-cli.ts',
        'server/accounts/reset/reset-password-cli.ts',
        'server/accounts/verify-email/email-verify-cli.ts',
        'server/maps/import-cli.ts',
      ]
      const threads = ['atlas/match-worker.ts', 'atlas/build-worker.ts', 'server/platform/http/sheet-worker.mjs']
      await bundle([...entries, ...threads], 'server/dist')
      await bundle(['simulator/start.ts'], 'simulator/dist')
    },
  },
  {
    name: 'web',
    from: ['domain', 'web'],
    made: 'web/dist/index.html',
    build: async () => {
      rmSync(NEW_WEB, { recursive: true, force: true })
      await buildWeb()
      await compressWeb()
      rmSync(WEB, { recursive: true, force: true })
      renameSync(NEW_WEB, WEB)
    },
  },
]

const readStamp = () => {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return {}
  }
}

const findStale = (names, stamp) =>
  parts
    .filter(({ name }) => names.includes(name))
    .map((part) => ({ ...part, hash: hashOf(part.from) }))
    .filter(({ name, hash, made }) => stamp[name] !== hash || !existsSync(inRoot(made)))

const build = async (stale, stamp) => {
  await Promise.all(stale.map((part) => part.build()))
  for (const { name, hash } of stale) stamp[name] = hash
  writeFileSync(stampFile, JSON.stringify(stamp))
}

/**
 * Builds what has changed; the stamps are written last, after everything has succeeded. `check` is called before a
 * build, and may refuse it by an error.
 */
export const buildIfStale = async (names = parts.map(({ name }) => name), check) => {
  if (findStale(names, readStamp()).length === 0) return
  await underBuildLock(async () => {
    const stamp = readStamp()
    const stale = findStale(names, stamp)
    if (stale.length === 0) return
    check?.('build')
    await step(`Building ${stale.map(({ name }) => name).join(' and ')}`, () => build(stale, stamp))
  })
}
