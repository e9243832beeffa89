import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { latLng, lineText, nothing, text, uuid } from '../kit/schema.ts'
import { namedPlaces } from './saved-addresses.ts'
import { placesRoutes, savedAddressesRoutes } from './places-routes.ts'

/** 'lat,lng' [places-6] */
const pair = text(60)

const languageCode = z.string().regex(/^[a-z]{2,3}$/)

export const suggestion = z.object({
  description: z.string(),
  place_id: z.string(),
  structured_formatting: z.object({
    main_text: z.string(),
    main_text_matched_substrings: z.array(z.object({ offset: z.int(), length: z.int() })),
    secondary_text: z.string(),
  }),
  /** the house number is not on the map: its spot is estimated from its neighbours; a field of Remis */
  approximate: z.literal(true).optional(),
})
export type Suggestion = z.output<typeof suggestion>

const coords = z.object({ lat: z.number(), lng: z.number() })

/** The maps calls at the host's root [places-6]. Errors are `{ error, key }`. */
export const placesApi = {
  autocomplete: endpoint(placesRoutes.autocomplete, {
    summary: 'Suggests places for a typed text',
    relation: 'none',
    rate: 'maps',
    legacyError: true,
    body: z.strictObject({
      searchKeyword: text(200),
      country: z.union([text(80), z.null()]).optional(),
      /** ranks places near this point higher; a field of Remis */
      near: latLng.optional(),
      /** of names, where the search has them in several; a field of Remis */
      language: languageCode.optional(),
      /** the same while one place is typed: some services bill by it; a field of Remis */
      session: z
        .string()
        .regex(/^[\w-]{8,36}$/)
        .optional(),
    }),
    reply: z.object({ searchResults: z.array(suggestion) }),
  }),
  getCoords: endpoint(placesRoutes.getCoords, {
    summary: 'Coordinates of a suggested place',
    relation: 'none',
    rate: 'maps',
    legacyError: true,
    body: z.strictObject({ place_id: text(2000) }),
    reply: z.object({ coords }),
  }),
  getRoute: endpoint(placesRoutes.getRoute, {
    summary: 'Driving route: km, seconds, polyline of precision 5',
    relation: 'none',
    rate: 'maps',
    legacyError: true,
    body: z.strictObject({ start: z.union([pair, latLng]), dest: z.union([pair, latLng]) }),
    reply: z.object({
      distance: z.number(),
      duration: z.number(),
      polylinePoints: z.string(),
      coords: z.array(z.object({ latitude: z.number(), longitude: z.number() })),
    }),
  }),
  getAddress: endpoint(placesRoutes.getAddress, {
    summary: 'Address of a point',
    relation: 'none',
    rate: 'maps',
    legacyError: true,
    body: z.strictObject({ latlng: pair, language: languageCode.optional() }),
    reply: z.object({
      address: z.string(),
      /** where a car can stop, when none can drive in the street of the address; a field of Remis */
      road: z.object({ ...latLng.shape, street: z.string(), metres: z.int() }).optional(),
    }),
  }),
  getDriveTime: endpoint(placesRoutes.getDriveTime, {
    summary: 'Driving time and distance',
    relation: 'none',
    rate: 'maps',
    legacyError: true,
    body: z.strictObject({ start: pair, dest: pair }),
    reply: z.object({ distance_in_km: z.number(), duration_in_secs: z.number(), timein_text: z.string() }),
  }),
  getMultiLocTime: endpoint(placesRoutes.getMultiLocTime, {
    summary: 'Distance driven through at most 25 waypoints, matched to roads',
    relation: 'none',
    // matched to roads: a hundred times the cost of the other calls
    rate: 'tracks',
    legacyError: true,
    body: z.strictObject({ start: pair, dest: pair, waypoints: text(4000) }),
    reply: z.object({ distance_in_km: z.number() }),
  }),
}

export const savedAddress = z.object({
  id: z.string(),
  description: z.string(),
  lat: z.number(),
  lng: z.number(),
  count: z.int(),
  /** the rider's own name for it */
  name: z.string().nullable(),
  /** at most one address of each */
  place: z.enum(namedPlaces).nullable(),
})
export type SavedAddressView = z.output<typeof savedAddress>

const naming = { name: lineText(60).nullable(), place: z.enum(namedPlaces).nullable() }
const own = { relation: 'self', rate: 'write' } as const
const row = z.object({ address: savedAddress })

/** Each rider's own; an id of someone else's is 404 [design/access-5]. */
export const savedAddressesApi = {
  list: endpoint(savedAddressesRoutes.list, {
    summary: 'The caller’s saved addresses: home, work, then the most used',
    relation: 'self',
    rate: 'read',
    reply: z.object({ rows: z.array(savedAddress) }),
  }),
  add: endpoint(savedAddressesRoutes.add, {
    summary: 'Saves an address, or takes over the saved address of the same place',
    ...own,
    body: z
      .strictObject({ description: lineText(300), ...latLng.shape, ...naming })
      .partial({ name: true, place: true }),
    reply: row,
  }),
  change: endpoint(savedAddressesRoutes.change, {
    summary: 'Names a saved address, or makes it home or work in the place of the former one',
    ...own,
    body: z.strictObject({ id: uuid, ...naming }).partial({ name: true, place: true }),
    reply: row,
  }),
  remove: endpoint(savedAddressesRoutes.remove, {
    summary: 'Deletes a saved address',
    ...own,
    body: z.strictObject({ id: uuid }),
    reply: nothing,
  }),
}
