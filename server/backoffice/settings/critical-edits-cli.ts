import { userInfo } from 'node:os'
import { isThisMachineOnly } from '../../platform/http/loopback.ts'
import { runOfficeCommand } from '../../platform/runtime/office-command.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { switchCriticalEdits } from './switch-critical-edits.ts'

/** `npm run critical-edits on|off`, with the server running or stopped [design/access-13]. */
runOfficeCommand({
  parse: ([word, ...more], config) => {
    if (more.length > 0 || (word !== 'on' && word !== 'off'))
      throw new StartError('Usage: npm run critical-edits on|off')
    const on = word === 'on'
    // In a trial reachable from outside critical edits stay off; its next start would switch them off again
    // [design/accounts-18].
    if (on && config.mode === 'trial' && !isThisMachineOnly(config))
      throw new StartError('A trial reachable from outside (HOST, PUBLIC_URL or TRUST_PROXY) keeps critical edits off.')
    return on
  },
  run: async (db, on) => {
    const changed = await switchCriticalEdits(db, on, userInfo().username)
    return { says: `Critical edits are ${on ? 'on' : 'off'}${changed ? '' : ' already'}.` }
  },
})
