import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where `npm test` keeps the data of its cities, to verify the databases at the end; undefined outside of it. */
export const runFolder = process.env['REMIS_E2E_DATA'] || undefined

/** The data folder of one installation. `remove` leaves it to `npm test` where that runs. */
export const makeDataFolder = (kind: 'city' | 'operator' | 'production') => {
  const dataDir = mkdtempSync(join(runFolder ?? tmpdir(), `remis-${kind}-`))
  // The database does not run as root: it must be able to enter the folder, or the start chooses another one.
  chmodSync(dataDir, 0o755)
  const remove = () => {
    if (runFolder === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return { dataDir, remove }
}

/** how long a city waits for the map another one is making, ms; then it makes its own */
const patience = 60_000

/**
 * Making the city's map takes most of the time of a start, and all cities of a run have the same one: the first makes
 * it, the others copy it. Outside of `npm test` each makes its own.
 */
export const shareMap = async (dataDir: string): Promise<{ made(): void }> => {
  if (runFolder === undefined) return { made: () => undefined }
  const shared = join(runFolder, 'shared-map')
  const own = join(dataDir, 'maps')
  if (!existsSync(shared) && begin(join(runFolder, 'shared-map.begun')))
    return {
      made: () => {
        // renamed in one step, so that no city copies half of it
        cpSync(own, `${shared}.new`, { recursive: true })
        renameSync(`${shared}.new`, shared)
      },
    }
  const until = Date.now() + patience
  while (!existsSync(shared) && Date.now() < until) await new Promise((done) => setTimeout(done, 200))
  if (existsSync(shared)) cpSync(shared, own, { recursive: true })
  return { made: () => undefined }
}

/** True for the first caller: making a folder is atomic between processes. */
const begin = (mark: string): boolean => {
  try {
    mkdirSync(mark)
    return true
  } catch {
    return false
  }
}
