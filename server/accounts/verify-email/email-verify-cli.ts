import { userInfo } from 'node:os'
import { connectDatabase } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openRunningOrOwn } from '../../platform/database/running-database.ts'
import { readConfig } from '../../platform/runtime/config.ts'
import { createLogger } from '../../platform/runtime/logger.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { switchOffEmailVerify } from './switch-off-email-verify.ts'

/** `npm run email-verify -- off`, with the server running or stopped [design/accounts-84]. */
const run = async (): Promise<void> => {
  if (process.argv.slice(2).join(' ') !== 'off') throw new StartError('Usage: npm run email-verify -- off')
  const config = readConfig(process.env)
  const database = await openRunningOrOwn(config)
  try {
    await migrate(database.connection)
    const db = connectDatabase({ ...database, limits: config.limits.database, log: createLogger('error') })
    try {
      const changed = await switchOffEmailVerify(db, userInfo().username)
      console.log(`Sign-in without a confirmed email is ${changed ? 'possible again' : 'possible already'}.`)
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
