import type { MapsProvider, Point } from '../../providers/maps/maps-provider.ts'

/** The city whose places and roads the emulator serves. */
export type World = Pick<MapsProvider, 'autocomplete' | 'coords' | 'address' | 'route' | 'matchedDistance'>

export interface EmulatedCall {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  readonly key: string
  readonly fieldMask: readonly string[] | undefined
}

/** A documented refusal (google.rpc.Status as JSON). */
export class Refused extends Error {
  readonly code: number
  readonly status: string
  readonly reason: string | undefined
  constructor(code: number, status: string, message: string, reason?: string) {
    super(message)
    this.code = code
    this.status = status
    this.reason = reason
  }
  body() {
    const { code, message, status, reason } = this
    const type = 'type.googleapis.com/google.rpc.ErrorInfo'
    return {
      code,
      message,
      status,
      ...(reason ? { details: [{ '@type': type, reason, domain: 'googleapis.com' }] } : {}),
    }
  }
}

export const invalid = (message: string): never => {
  throw new Refused(400, 'INVALID_ARGUMENT', message)
}

/** Details and routes have no default fields. */
export const checkMask = ({ fieldMask }: EmulatedCall): void => {
  if (fieldMask === undefined)
    invalid(
      'FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide it.',
    )
}

export const pointOf = (at: unknown): Point => {
  const { latitude = 0, longitude = 0 } = (at ?? {}) as { latitude?: number; longitude?: number }
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) invalid('Invalid latitude or longitude.')
  return { lat: latitude, lng: longitude }
}
