import type { Minor } from '../kit/money.ts'

/** The facts about a driver that the accept move needs. */
export interface DriverAndCar {
  readonly id: string
  readonly name: string
  readonly contact: string | null
  readonly image: string | null
  /** average to one decimal */
  readonly rating: number | null
  readonly vehicleNumber: string | null
  readonly vehicleMake: string | null
  readonly vehicleModel: string | null
  readonly carTypeId: string | null
  readonly fleetadmin: string | null
  readonly approved: boolean
  /** a required document has ended, and the operator pauses such drivers [design/documents-10] */
  readonly documentsExpired?: boolean
  /** online (`driverActiveStatus`) */
  readonly active: boolean
  /** on a trip (`queue`) */
  readonly busy: boolean
}

/** With the facts that dispatch needs in addition. */
export interface DriverFacts extends DriverAndCar {
  /** minor units */
  readonly walletBalance: Minor
  readonly position: { readonly lat: number; readonly lng: number; readonly at: number } | null
}
