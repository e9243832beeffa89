import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE = 12
const TAG = 16

/** Encrypts values that must not be readable in a backup of the database. */
export interface SecretBox {
  seal(value: unknown): { readonly sealed: string }
  /** undefined when it was sealed with another key or changed. */
  open(box: { readonly sealed: string }): unknown
}

/** AES-256-GCM. `key` has 32 bytes. */
export const secretBox = (key: Buffer): SecretBox => ({
  seal: (value) => {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64') }
  },
  open: ({ sealed }) => {
    const bytes = Buffer.from(sealed, 'base64')
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()])
      return JSON.parse(text.toString('utf8')) as unknown
    } catch {
      return undefined
    }
  },
})
