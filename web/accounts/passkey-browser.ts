import type { NewPasskey, PasskeyAnswer, passkeyOptions, passkeyQuestion } from '@remis/domain/accounts/passkey-api'
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

export type PasskeyQuestion = typeof passkeyQuestion._output
type PasskeyOptions = typeof passkeyOptions._output

/** Passkeys belong to a host name: no browser makes them for an IP address. */
export const canUsePasskeys = (): boolean =>
  browserSupportsWebAuthn() && !/^(\d+\.){3}\d+$|^\[/.test(window.location.hostname)

/** Asks the person for a passkey. Throws when the person or the browser refuses. */
export const answerQuestion = async (question: PasskeyQuestion): Promise<PasskeyAnswer> => {
  const { id, response } = await startAuthentication({ optionsJSON: question as PublicKeyCredentialRequestOptionsJSON })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) }
}

/** Makes a passkey. Throws when the person or the browser refuses. */
export const makePasskey = async (options: PasskeyOptions): Promise<NewPasskey> => {
  const { id, response, clientExtensionResults } = await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  const discoverable = clientExtensionResults.credProps?.rk
  return { id, clientDataJSON, attestationObject, transports, ...(discoverable === undefined ? {} : { discoverable }) }
}
