import { userInfo } from 'node:os'
import { runOfficeCommand } from '../../platform/runtime/office-command.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { resetTwoFactor } from './reset-two-factor.ts'

const answers = {
  done: 'The second steps are removed. The person signs in with the password now and can set up new ones.',
  none: 'This account has no second step.',
  unknown: 'No account has this email.',
}

/** `npm run reset-two-factor -- <email>`, with the server running or stopped [design/accounts-68]. */
runOfficeCommand({
  parse: ([email, ...more]) => {
    if (email === undefined || more.length > 0) throw new StartError('Usage: npm run reset-two-factor -- <email>')
    return email
  },
  run: async (db, email) => {
    const outcome = await resetTwoFactor(db, email, userInfo().username)
    if (outcome === 'unknown') throw new StartError(answers.unknown)
    return { says: answers[outcome] }
  },
})
