import { userInfo } from 'node:os'
import { readConfig } from '../../platform/runtime/config.ts'
import { connectDatabase } from '../../platform/database/database.ts'
import { createLogger } from '../../platform/runtime/logger.ts'
import { isThisMachineOnly } from '../../platform/http/loopback.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openRunningOrOwn } from '../../platform/database/running-database.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { switchCriticalEdits } from './switch-critical-edits.ts'

const parseArgument = (): boolean => {
  const [word, ...more] = process.argv.slice(2)
  if (more.length > 0 || (word !== 'on' && word !== 'off')) throw new StartError('Usage: npm run critical-edits on|off')
  return word === 'on'
}

/** `npm run critical-edits on|off`, with the server running or stopped [design/access-13]. */
const run = async (): Promise<void> => {
  const on = parseArgument()
  const config = readConfig(process.env)
  // In a trial reachable from outside critical edits stay off; its next start would switch them off again
  // [design/accounts-18].
  if (on && config.mode === 'trial' && !isThisMachineOnly(config))
    throw new StartError('A trial reachable from outside (HOST, PUBLIC_URL or TRUST_PROXY) keeps critical edits off.')
  const database = await openRunningOrOwn(config)
  try {
    await migrate(database.connection)
    const log = createLogger('error')
    const db = connectDatabase({ ...database, limits: config.limits.database, log })
    try {
      const changed = await switchCriticalEdits(db, on, userInfo().username)
      console.log(`Critical edits are ${on ? 'on' : 'off'}${changed ? '' : ' already'}.`)
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
