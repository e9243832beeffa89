import type { socialApi } from '@remis/domain/accounts/social/social-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { UseCase } from '../../platform/http/use-case.ts'
import { endAccess } from '../end-access.ts'
import { lockAccount } from '../account-store.ts'
import { findSocial, insertSocial, listSocials, removeSocial } from '../identity-store.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { beginChange } from '../two-factor/change-factors.ts'
import { hasWayToSignIn } from '../ways-to-sign-in.ts'
import { askProvider } from './ask-provider.ts'
import { reportAdded, reportRemoved } from './report-social.ts'
import { findWay, type SocialDeps } from './social-apps.ts'
import { checkQuestion, makeQuestion } from './social-state.ts'

/** The one answer when a provider did not answer as asked. */
const failed = () => new AppError(422, 'social_link_failed')

/**
 * Returns the address of the provider's dialog for adding a way to sign in. The session must have confirmed the
 * password in the last minutes, and only this session can use the answer [design/accounts-167].
 */
export const beginLink: UseCase<SocialDeps, typeof socialApi.beginLink> = async (app, { who, body }) => {
  await requireConfirmed(app, app.db.request, who)
  const provider = await findWay(app, body.provider)
  if (provider === null) throw failed()
  return { url: provider.authorizeUrl(makeQuestion(app, body.provider, { session: who.sessionId }, Date.now())).href }
}

/**
 * Adds the provider's account to the caller's: one of each provider. An account of the provider that signs in to
 * another account is refused: who holds it may move it only by removing it there.
 */
export const linkSocial: UseCase<SocialDeps, typeof socialApi.link> = async (app, call) => {
  const { body, who, address } = call
  const { provider } = body
  const asked = checkQuestion(app, provider, { session: who.sessionId }, body.state, Date.now())
  const person = await askProvider(app, body, asked)
  if (person === null) throw failed()
  return call.commit(async (tx) => {
    await lockAccount(tx, who.id)
    const owner = await findSocial(tx, provider, person.subject)
    if (owner === who.id) return {}
    if (owner !== undefined) throw new AppError(422, 'social_taken')
    const own = await listSocials(tx, who.id)
    if (own.some(({ kind }) => kind === provider)) throw new AppError(422, 'social_other_added')
    // Taken since by a call that runs at the same time.
    if (!(await insertSocial(tx, who.id, provider, person.subject))) throw new AppError(422, 'social_taken')
    await reportAdded(tx, who, address, provider)
    return {}
  })
}

/** The other sessions and the tracker end, since someone else may have signed in this way. */
export const unlinkSocial: UseCase<SocialDeps, typeof socialApi.unlink> = (app, call) =>
  call.commit(async (tx) => {
    const { who, body } = call
    await beginChange(app, tx, who)
    if (!(await removeSocial(tx, who.id, body.provider))) throw new AppError(404, 'not_found')
    if (!(await hasWayToSignIn(app, tx, who.id))) throw new AppError(422, 'last_way_to_sign_in')
    await endAccess(tx, who.id, who.sessionId)
    await reportRemoved(tx, who, call.address, body.provider)
    return {}
  })
