import { createECDH } from 'node:crypto'
import type { ServerSecret } from '../../platform/sessions/server-secret.ts'

/** Keys by which push services know this installation, base64url [RFC 8292]. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/**
 * Made from the installation's secret, so they are the same on every node and after a restart, and need no
 * storage [design/push-3].
 */
export const vapidKeys = (secret: ServerSecret): VapidKeys => {
  const privateKey = secret.keyFor('vapid')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey: privateKey.toString('base64url') }
}
