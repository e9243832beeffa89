import { isUuid } from '../kit/uuid.ts'

/** What a picture is for. The kind decides its readers and its stored size [design/files-3]. */
export const fileKinds = ['profileImage', 'licenseImage', 'driverDocument', 'carTypeImage'] as const
export type FileKind = (typeof fileKinds)[number]

/** Pictures of a delivery; the first two are fields of the booking [design/delivery-20]. */
export const bookingPhotoKinds = ['pickup_image', 'deliver_image', 'return_image', 'signature'] as const
export type BookingPhotoKind = (typeof bookingPhotoKinds)[number]

/** A photo in the chat of a booking [design/chat-6]. */
export const chatPhotoKind = 'chat_image'

/** Everything that is stored. */
export type StoredKind = FileKind | BookingPhotoKind | typeof chatPhotoKind

/** What may be sent; everything is stored as JPEG. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Bytes of one upload. */
export const mostBytes = 5 * 1024 * 1024

/** Width times height, decided from the header before the picture is decoded. */
export const mostPixels = 25_000_000

/** The longest side of a stored picture; a picture of a person is cut to a square of this side. */
export const storedSide: Readonly<Record<StoredKind, number>> = {
  pickup_image: 1600,
  deliver_image: 1600,
  return_image: 1600,
  signature: 800,
  chat_image: 1600,
  profileImage: 512,
  licenseImage: 2400,
  driverDocument: 2400,
  carTypeImage: 640,
}

const prefix = '/api/files/'

/** The address under which a file is read; it is what `profile_image` and `licenseImage` hold [accounts-54]. */
export const fileUrl = (id: string): string => prefix + id

const carTypePrefix = '/api/car-types/picture?id='

/** The public address of the picture of a car type, as stored in its `image`. */
export const carTypePictureUrl = (id: string): string => carTypePrefix + id

/** The file in such an address; undefined for one of the drawn pictures and any other value. */
export const carTypePictureOf = (image: string): string | undefined =>
  image.startsWith(carTypePrefix) && isUuid(image.slice(carTypePrefix.length))
    ? image.slice(carTypePrefix.length)
    : undefined

/** The id in the address of a file; undefined for any other address. */
export const fileIdOf = (url: string | null): string | undefined =>
  url !== null && /^\/api\/files\/[0-9a-f-]{36}$/.test(url) ? url.slice(prefix.length) : undefined
