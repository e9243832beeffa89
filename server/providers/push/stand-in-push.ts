import { payloadOf, type PushServices } from './push-provider.ts'
import type { KeepPush } from './trial-push-store.ts'

/** Puts messages into the list of the trial instead of sending them [design/push-30]. */
export const standInPush =
  (keep: KeepPush): PushServices['send'] =>
  async (target, push, { person, platform }) => {
    const { id: pushId, title, body, path } = push
    await keep({ pushId, kind: target.kind, platform, person, title, body, path, payload: payloadOf(push) })
    return { kind: 'accepted' }
  }
