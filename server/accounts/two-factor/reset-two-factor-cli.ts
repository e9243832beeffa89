import { userInfo } from 'node:os'
import { connectDatabase } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openRunningOrOwn } from '../../platform/database/running-database.ts'
import { readConfig } from '../../platform/runtime/config.ts'
import { createLogger } from '../../platform/runtime/logger.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { resetTwoFactor } from './reset-two-factor.ts'

const answers = {
  done: 'The second steps are removed. The person signs in with the password now and can set up new ones.',
  none: 'This account has no second step.',
  unknown: 'No account has this email.',
}

/** `npm run reset-two-factor -- <email>`, with the server running or stopped [design/accounts-68]. */
const run = async (): Promise<void> => {
  const [email, ...more] = process.argv.slice(2)
  if (email === undefined || more.length > 0) throw new StartError('Usage: npm run reset-two-factor -- <email>')
  const config = readConfig(process.env)
  const database = await openRunningOrOwn(config)
  try {
    await migrate(database.connection)
    const db = connectDatabase({ ...database, limits: config.limits.database, log: createLogger('error') })
    try {
      const outcome = await resetTwoFactor(db, email, userInfo().username)
      if (outcome === 'unknown') throw new StartError(answers.unknown)
      console.log(answers[outcome])
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
