import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Everything that the cases make is below this folder and removed with it. */
export const ground = mkdtempSync(join(tmpdir(), 'remis-install-'))
// Open to other users: below a closed folder every case would be that of a closed home, and use /var/lib/remis.
chmodSync(ground, 0o755)

export const leaveGround = (): void => rmSync(ground, { recursive: true, force: true, maxRetries: 5 })

/** Built once here, or each case would build again. */
export const build = (): void => {
  const words = [
    '--input-type=module',
    '-e',
    `await (await import('${join(root, 'tools', 'build.mjs')}')).buildIfStale()`,
  ]
  execFileSync(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * Hard links: half a gigabyte in a second, and npm deletes files before it writes them. Where links are not possible, a
 * copy.
 */
const copyPackages = (to: string): void => {
  const words = (how: string) => ['-a', ...how.split(' '), join(root, 'node_modules'), join(to, 'node_modules')]
  try {
    execFileSync('cp', words('-l'), { stdio: 'ignore' })
  } catch {
    rmSync(join(to, 'node_modules'), { recursive: true, force: true })
    execFileSync('cp', words('--reflink=auto'))
  }
}

/** The output of a build: a start from the same sources finds it current. */
const built = ['.cache/build-stamp.json', 'server/dist', 'simulator/dist', 'web/dist']

export interface Wishes {
  /** relative to the folder of the cases; may have several levels */
  readonly at: string
  /** false: as it comes from git, nothing installed */
  readonly installed?: boolean
}

/** A fresh `git clone` of this project in a separate folder. */
export const cloneTo = ({ at, installed = true }: Wishes): string => {
  const to = join(ground, at)
  mkdirSync(dirname(to), { recursive: true })
  execFileSync('git', ['-c', 'safe.directory=*', 'clone', '-q', root, to], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (!installed) return to
  copyPackages(to)
  for (const part of built) {
    const from = join(root, part)
    if (existsSync(from)) cpSync(from, join(to, part), { recursive: true, preserveTimestamps: true })
  }
  return to
}

/** Changes the owner of a clone. Not of the packages: they are links to ours. */
export const giveTo = (uid: number, folder: string): void => {
  const own = readdirSync(folder).filter((name) => name !== 'node_modules')
  execFileSync('chown', ['-R', `${uid}:${uid}`, ...own.map((name) => join(folder, name))])
  execFileSync('chown', [`${uid}:${uid}`, folder])
}

export const isRoot = process.getuid?.() === 0

export const canRun = (...words: string[]): boolean => {
  try {
    execFileSync(words[0] ?? '', words.slice(1), { stdio: 'ignore', timeout: 10_000 })
    return true
  } catch {
    return false
  }
}
