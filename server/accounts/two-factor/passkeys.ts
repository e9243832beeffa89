import type { Passkey, securityApi } from '@remis/domain/accounts/security-api'
import { AppError } from '@remis/domain/messages/app-error'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import type { SessionDeps } from '../sign-in/open-session.ts'
import { endAccess } from '../end-access.ts'
import { requireConfirmed } from '../require-confirmed.ts'
import { afterAdding, beginChange, removeFactor } from './change-factors.ts'
import { findAccount, lockAccount } from '../account-store.ts'
import { addPasskeyRow, listPasskeys, renamePasskeyRow, type StoredPasskey } from '../identity-store.ts'
import type { SocialDeps } from '../social/social-apps.ts'
import { hasWayToSignIn } from '../ways-to-sign-in.ts'
import { askForNewPasskey, checkNewPasskey, signsInAlone } from './passkey-protocol.ts'
import { takeSignedToken } from './used-token-store.ts'

export const viewPasskey = (app: Pick<Platform, 'config'>, passkey: StoredPasskey): Passkey => ({
  id: passkey.id,
  name: passkey.data.name,
  createdAt: passkey.createdAt,
  usedAt: passkey.data.usedAt,
  synced: passkey.data.synced,
  alone: signsInAlone(app, passkey),
})

/** Bound to the session that asks. */
const askedBy = (sessionId: string) => ({ purpose: 'passkey-add', bound: sessionId }) as const

export const beginPasskey: UseCase<SessionDeps, typeof securityApi.beginPasskey> = async (app, call) => {
  await requireConfirmed(app, app.db.request, call.who)
  const account = await findAccount(app.db.request, call.who.id)
  const { appName } = await app.settings.current()
  const options = await askForNewPasskey(app, askedBy(call.who.sessionId), {
    id: call.who.id,
    name: account?.email ?? account?.mobile ?? call.who.id,
    appName,
    known: await listPasskeys(app.db.request, call.who.id),
  })
  return { options }
}

/** 422 `passkey_refused` for an answer to another question; `passkey_known` for a key that an account has already. */
export const addPasskey: UseCase<SessionDeps, typeof securityApi.addPasskey> = async (app, call) => {
  const made = await checkNewPasskey(app, askedBy(call.who.sessionId), call.body.passkey)
  if (made === undefined) throw new AppError(422, 'passkey_refused')
  const name = call.body.name.trim()
  if (name === '') throw new AppError(422, 'passkey_name_missing', { fields: { name: 'missing' } })
  return call.commit(async (tx) => {
    await beginChange(app, tx, call.who)
    if (!(await takeSignedToken(tx, made.token, made.expiresAt))) throw new AppError(422, 'passkey_refused')
    const known = await listPasskeys(tx, call.who.id)
    if (known.length >= app.config.limits.signIn.passkeys) throw new AppError(422, 'passkeys_full')
    const stored = await addPasskeyRow(tx, call.who.id, made.credential, { ...made.data, name })
    if (stored === null) throw new AppError(422, 'passkey_known')
    return { passkey: viewPasskey(app, stored), recoveryCodes: await afterAdding(app, tx, call) }
  })
}

export const renamePasskey: UseCase<Platform, typeof securityApi.renamePasskey> = (_app, call) =>
  call.commit(async (tx) => {
    const name = call.body.name.trim()
    if (name === '') throw new AppError(422, 'passkey_name_missing', { fields: { name: 'missing' } })
    if (!(await renamePasskeyRow(tx, call.who.id, call.body.id, name))) throw new AppError(404, 'not_found')
    return {}
  })

/**
 * 422 `last_way_to_sign_in` for the passkey that an account without a password is signed in to with. After one that
 * signs in without a password the other sessions and the tracker end, since someone else may have used it.
 */
export const removePasskey: UseCase<SocialDeps, typeof securityApi.removePasskey> = (app, call) =>
  call.commit(async (tx) => {
    await lockAccount(tx, call.who.id)
    const hadWay = await hasWayToSignIn(app, tx, call.who.id)
    const removed = (await listPasskeys(tx, call.who.id)).find(({ id }) => id === call.body.id)
    await removeFactor(app, tx, call, { passkey: call.body.id })
    if (hadWay && !(await hasWayToSignIn(app, tx, call.who.id))) throw new AppError(422, 'last_way_to_sign_in')
    if (removed !== undefined && signsInAlone(app, removed)) await endAccess(tx, call.who.id, call.who.sessionId)
    return {}
  })
