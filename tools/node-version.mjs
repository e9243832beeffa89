import { giveUp } from './terminal.mjs'

const LEAST = [20, 19]

/** Runs before anything is installed, so it imports no packages. */
export const checkNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]))
    giveUp(`Remis needs Node ${LEAST.join('.')} or newer; this is ${process.versions.node}. Install a newer Node.`)
  const header = process.report?.getReport?.().header
  const musl = process.platform === 'linux' && header !== undefined && header.glibcVersionRuntime === undefined
  if (musl && !process.env.DATABASE_URL)
    giveUp(
      'The embedded database needs glibc (this is musl, as on Alpine). Set DATABASE_URL to a PostgreSQL of your own.',
    )
}
