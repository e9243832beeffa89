import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'

/** A photo that was taken and that no move has used yet. */
export interface KeptPhoto {
  readonly booking: string
  readonly name: BookingPhotoKind
  readonly picture: Blob
  /** ms */
  readonly takenAt: number
  /** of the stored file; null: not sent */
  readonly file: string | null
}

/** Where photos wait for the network, also through a reload. */
export interface PhotoBox {
  all(): Promise<readonly KeptPhoto[]>
  put(photo: KeptPhoto): Promise<void>
  remove(photo: Pick<KeptPhoto, 'booking' | 'name'>): Promise<void>
}

const keyOf = ({ booking, name }: Pick<KeptPhoto, 'booking' | 'name'>): string => `${booking}/${name}`

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error('IndexedDB failed'))
  })

const open = (): Promise<IDBDatabase> => {
  const request = window.indexedDB.open('remis.photos', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('photos')
  return answerOf(request)
}

/** In IndexedDB, which can store pictures. Without it nothing is stored: the sender has them in memory until a reload. */
export const photoBox = (): PhotoBox => {
  let database: Promise<IDBDatabase> | undefined
  const store = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    database ??= open()
    return (await database).transaction('photos', mode).objectStore('photos')
  }
  return {
    all: async () => {
      try {
        return await answerOf((await store('readonly')).getAll() as IDBRequest<KeptPhoto[]>)
      } catch {
        return []
      }
    },
    put: async (photo) => {
      await store('readwrite')
        .then((photos) => answerOf(photos.put(photo, keyOf(photo))))
        .catch(() => undefined)
    },
    remove: async (photo) => {
      await store('readwrite')
        .then((photos) => answerOf(photos.delete(keyOf(photo))))
        .catch(() => undefined)
    },
  }
}
