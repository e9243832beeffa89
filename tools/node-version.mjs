import { giveUp } from './terminal.mjs'

/**
 * Node can `require` ES modules from 20.19 and 22.12 on: packages of the server need it. Node 21 never could.
 * `version` as in `process.versions.node`.
 */
export const isSupported = (version) => {
  const [major, minor] = version.split('.').map(Number)
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
}

/** Runs before anything is installed, so it imports no packages. */
export const checkNode = () => {
  const { node } = process.versions
  if (!isSupported(node))
    giveUp(`Remis needs Node 20.19 or newer 20, or 22.12 or newer; this is ${node}. Install a newer Node.`)
  const header = process.report?.getReport?.().header
  const musl = process.platform === 'linux' && header !== undefined && header.glibcVersionRuntime === undefined
  if (musl && !process.env.DATABASE_URL)
    giveUp(
      'The embedded database needs glibc (this is musl, as on Alpine). Set DATABASE_URL to a PostgreSQL of your own.',
    )
}
