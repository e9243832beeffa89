import { createHash } from 'node:crypto'
import { AppError } from '@remis/domain/messages/app-error'
import type { pushApi } from '@remis/domain/push/push-api'
import { changeOwnAccount } from '../people/own-account.ts'
import type { Tx } from '../platform/database/database.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import type { PushTarget } from '../providers/push/push-provider.ts'
import { deleteDevicesOfSession, findDeviceOfSession, upsertDevice } from './device-store.ts'
import { deviceBox, openDevice, type PushDeps } from './push-deps.ts'
import { markPushShown } from './push-store.ts'

/** A device that was registered before a change of `SECRET` counts as none, so that its browser subscribes again. */
export const readPushKey: UseCase<PushDeps, typeof pushApi.key> = async (app, { who }) => {
  const device = await findDeviceOfSession(app.db.request, who.sessionId)
  return {
    key: app.pushes.publicKey,
    registered: device !== undefined && openDevice(app, device.sealed) !== undefined,
  }
}

/** Identifies a device: by the address at its push service, or by its token. */
const hashOf = (target: PushTarget): Buffer =>
  createHash('sha256')
    .update(target.kind === 'web' ? `web ${target.subscription.endpoint}` : `fcm ${target.token}`)
    .digest()

/** From now on the device gets the notices of this session's person only [design/push-2]. */
export const registerDevice: UseCase<PushDeps, typeof pushApi.register> = async (app, call) => {
  const { pushToken, userPlatform } = call.body
  const target: PushTarget =
    typeof pushToken === 'string' ? { kind: 'fcm', token: pushToken } : { kind: 'web', subscription: pushToken }
  if (!(await app.pushes.accepts(target)))
    throw new AppError(422, 'invalid_input', { fields: { pushToken: 'unknown push service' } })
  const { sealed } = deviceBox(app).seal(target)
  const { id, sessionId } = call.who
  return call.commit(async (tx) => {
    const device = { hash: hashOf(target), userId: id, sessionId, kind: target.kind, platform: userPlatform, sealed }
    await changeOwnAccount(tx, id, () => Promise.resolve({ user_platform: userPlatform }))
    await upsertDevice(tx, device)
    return {}
  })
}

export const removeDevice: UseCase<PushDeps, typeof pushApi.remove> = (_app, call) =>
  call.commit(async (tx) => {
    await deleteDevicesOfSession(tx, call.who.sessionId)
    return {}
  })

/** For a sign-out. Devices of sessions that end otherwise get nothing more either; a sweep removes them. */
export const removeDeviceOf = (tx: Tx, sessionId: string): Promise<void> => deleteDevicesOfSession(tx, sessionId)

/** Counts for the office's notifications. Ids of other people's messages are ignored. */
export const markShown: UseCase<PushDeps, typeof pushApi.shown> = (_app, call) =>
  call.commit(async (tx) => {
    await markPushShown(tx, call.body.id, call.who.id)
    return {}
  })
