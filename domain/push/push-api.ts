import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { freeText, lineText, nothing, text, uuid } from '../kit/schema.ts'
import { userPlatforms } from './platform.ts'
import { pushRoutes } from './push-routes.ts'

/** Tokens of Firebase have at most 4096 bytes. */
const fcmToken = z.string().regex(/^[\w:.-]{20,4096}$/)

/** What `PushSubscription.toJSON()` gives: an uncompressed point of P-256 and 16 random bytes, base64url [RFC 8291]. */
const subscription = z.strictObject({
  endpoint: text(1000),
  expirationTime: z.number().nullish(),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
})
export type WebSubscription = z.output<typeof subscription>

/** The five screens of the product [notices-1]. */
const productScreens = ['BookingCab', 'BookedCab', 'onlineChat', 'wallet', 'DriverTrips'] as const

export const pushApi = {
  key: endpoint(pushRoutes.key, {
    summary: 'The public key that browsers subscribe with, and whether this session has a device',
    relation: 'self',
    rate: 'read',
    reply: z.object({ key: z.string(), registered: z.boolean() }),
  }),
  register: endpoint(pushRoutes.register, {
    summary: 'Sends the caller’s notices to this device: a browser’s subscription or a token of Firebase',
    relation: 'self',
    rate: 'write',
    body: z.strictObject({ pushToken: z.union([subscription, fcmToken]), userPlatform: z.enum(userPlatforms) }),
    reply: nothing,
  }),
  remove: endpoint(pushRoutes.remove, {
    summary: 'Sends nothing more to the device of this session',
    relation: 'self',
    rate: 'write',
    reply: nothing,
  }),
  shown: endpoint(pushRoutes.shown, {
    summary: 'The device has shown a push message of the caller',
    relation: 'self',
    rate: 'write',
    body: z.strictObject({ id: uuid }),
    reply: nothing,
  }),
  send: endpoint(pushRoutes.send, {
    summary: 'A message to one side of a booking, named by `customer_token` or `driver_token`',
    relation: { object: 'booking', allow: ['customer', 'driver', 'admin'], id: 'body.token' },
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({
      token: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}\.(customer|driver)$/),
      title: lineText(80),
      msg: freeText(300),
      screen: z.enum(productScreens),
    }),
    reply: nothing,
    legacyError: true,
  }),
}
