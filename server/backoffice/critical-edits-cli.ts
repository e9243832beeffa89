import { userInfo } from 'node:os'
import { switchCriticalEdits } from './switch-critical-edits.ts'
import { readConfig } from '../platform/runtime/config.ts'
import { connectDatabase } from '../platform/database/database.ts'
import { createLogger } from '../platform/runtime/logger.ts'
import { isLoopback } from '../platform/http/loopback.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openRunningOrOwn } from '../platform/database/running-database.ts'
import { StartError } from '../platform/runtime/start-error.ts'

const wished = (): boolean => {
  const [word, ...more] = process.argv.slice(2)
  if (more.length > 0 || (word !== 'on' && word !== 'off'))
    throw new StartError('Say which: npm run critical-edits on, or npm run critical-edits off.')
  return word === 'on'
}

/** `npm run critical-edits on|off`: of the server that runs, or of one that does not (design §10). */
const run = async (): Promise<void> => {
  const on = wished()
  const config = readConfig(process.env)
  // design §11: a trial that others can reach changes nothing critical; its next start would switch them off again.
  if (on && config.mode === 'trial' && !isLoopback(config.host))
    throw new StartError('A trial with another HOST than this machine keeps critical edits off.')
  const database = await openRunningOrOwn(config)
  try {
    await migrate(database.connection)
    const log = createLogger('error')
    const db = connectDatabase({ ...database, limits: config.limits.database, log })
    try {
      const changed = await switchCriticalEdits(db, on, userInfo().username)
      console.log(`Critical edits are ${on ? 'on' : 'off'}${changed ? '' : ', as they were'}.`)
    } finally {
      await db.close()
    }
  } finally {
    await database.close()
  }
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof StartError ? error.message : error)
    process.exit(1)
  },
)
