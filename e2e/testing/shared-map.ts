import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

/** how long a city waits for the map another one is making, ms; then it makes its own */
const patience = 60_000

/**
 * Making the city's map takes most of the time of a start, and all cities of a run have the same one: the first makes
 * it, the others copy it. `folder` is where the run keeps it; undefined: each makes its own.
 */
export const shareMap = async (folder: string | undefined, dataDir: string): Promise<{ made(): void }> => {
  if (folder === undefined) return { made: () => undefined }
  const shared = join(folder, 'shared-map')
  const own = join(dataDir, 'maps')
  if (!existsSync(shared) && begin(join(folder, 'shared-map.begun')))
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
