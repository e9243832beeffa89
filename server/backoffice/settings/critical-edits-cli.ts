import { userInfo } from 'node:os'
import { findMark } from '../../platform/database/installation-mark.ts'
import { isThisMachineOnly } from '../../platform/http/loopback.ts'
import { runOfficeCommand } from '../../platform/runtime/office-command.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { switchCriticalEdits } from './switch-critical-edits.ts'

/** `npm run critical-edits on|off`, with the server running or stopped [design/access-13]. */
runOfficeCommand({
  parse: ([word, ...more]) => {
    if (more.length > 0 || (word !== 'on' && word !== 'off'))
      throw new StartError('Usage: npm run critical-edits on|off')
    return word === 'on'
  },
  run: async (db, on, config) => {
    // In a trial reachable from outside critical edits stay off; its next start would switch them off again
    // [design/accounts-18]. The database says what it is: REMIS_MODE may be set for the server alone.
    if (on && !isThisMachineOnly(config) && (await findMark(db.request, 'trial')) !== undefined)
      throw new StartError('A trial reachable from outside (HOST, PUBLIC_URL or TRUST_PROXY) keeps critical edits off.')
    const changed = await switchCriticalEdits(db, on, userInfo().username)
    return { says: `Critical edits are ${on ? 'on' : 'off'}${changed ? '' : ' already'}.` }
  },
})
