import { AppError } from '@remis/domain/messages/app-error'
import type { peopleApi } from '@remis/domain/people/people-api'
import { queueWelcome } from '../../accounts/reset/queue-welcome.ts'
import { countAgainst } from '../../platform/http/rate-limits.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { auditPerson, lockManaged } from './locked-person.ts'
import { selectWhole } from './people-list-store.ts'
import { awaitsPassword } from './view-person.ts'

/**
 * Sends the welcome mail again, only while the person has no way to sign in: later the person uses "Forgot password"
 * [design/accounts-129].
 */
export const sendWelcome: UseCase<PeopleDeps, typeof peopleApi.sendWelcome> = (app, call) =>
  call.commit(async (tx) => {
    const { id } = await lockManaged(tx, call)
    const person = await selectWhole(tx, id)
    const email = person?.email ?? null
    const { MobileLoginEnabled } = await app.settings.current()
    if (person === undefined || email === null || !awaitsPassword(person, MobileLoginEnabled))
      throw new AppError(422, 'welcome_over')
    const { max, windowSeconds } = app.config.limits.guards.welcomeMails
    await countAgainst(tx, 'welcome', id, max, windowSeconds)
    await queueWelcome(app, tx, { id, email })
    await auditPerson(tx, call, 'welcome', id)
    return {}
  })
