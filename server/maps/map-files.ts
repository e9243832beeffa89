import { createReadStream, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { AppError } from '@remis/domain/messages/app-error'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { MapsError, type MapsProvider } from '../providers/maps/maps-provider.ts'

const YEAR = 'public, max-age=31536000, immutable'
/** Tiles without a version in their path are revalidated each day by their ETag. */
const DAY = 'public, max-age=86400'

/** The label fonts of the map style and the packages that contain them. No other file is served. */
const FONTS = [
  {
    name: /^noto-sans-(latin|latin-ext|vietnamese|greek|cyrillic|cyrillic-ext|devanagari)-(400|500|600)-normal\.woff2$/,
    from: '@fontsource/noto-sans',
  },
  { name: /^noto-sans-arabic-arabic-wght-normal\.woff2$/, from: '@fontsource-variable/noto-sans-arabic' },
]

/** Serves what a map on a screen loads: style, tiles, fonts. From this host, without a session [design/maps-12]. */
export const mapFiles = (fastify: FastifyInstance, maps: MapsProvider): void => {
  for (const theme of ['light', 'dark'] as const) {
    fastify.get<{ Querystring: { lang?: unknown } }>(`/maps/style-${theme}.json`, ({ query }, reply) => {
      const style = maps.style(theme, typeof query.lang === 'string' ? query.lang : undefined)
      if ('elsewhere' in style) return reply.header('cache-control', 'no-cache').redirect(style.elsewhere)
      // The style names the tile version, so it must be fresh for a new import to show.
      return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(style.style)
    })
  }

  fastify.get<{ Params: { z: string; x: string; file: string }; Querystring: { v?: unknown } }>(
    '/maps/tiles/:z/:x/:file',
    async ({ params, query, headers }, reply) => {
      const found = /^(\d{1,8})\.mvt$/.exec(params.file)
      const numbers = [params.z, params.x, found?.[1] ?? ''].map((text) =>
        /^\d{1,8}$/.test(text) ? Number(text) : NaN,
      )
      if (numbers.some(Number.isNaN)) throw new AppError(404, 'not_found')
      // Read before the tile: a switch of the region in between must not give the new tile the old version.
      const version = maps.tileVersion()
      const tile = await tileOf(maps, numbers as [number, number, number])
      reply.header('cache-control', query.v === undefined ? DAY : query.v === version ? YEAR : 'no-store')
      if (!tile) return reply.status(204).send()
      reply.header('etag', tile.etag)
      if (matches(headers['if-none-match'], tile.etag)) return reply.status(304).send()
      return reply
        .header('content-encoding', 'gzip')
        .type('application/vnd.mapbox-vector-tile')
        .send(Buffer.from(tile.gzip.buffer, tile.gzip.byteOffset, tile.gzip.byteLength))
    },
  )

  fastify.get<{ Params: { file: string } }>('/maps/fonts/:file', ({ params }, reply) => sendFont(params.file, reply))
}

const tileOf = async (maps: MapsProvider, [z, x, y]: [number, number, number]) => {
  try {
    return await maps.tile(z, x, y)
  } catch (error) {
    throw error instanceof MapsError ? new AppError(503, 'busy_try_again', { cause: error }) : error
  }
}

const matches = (asked: string | undefined, etag: string): boolean =>
  asked !== undefined && asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*')

const sendFont = (file: string, reply: FastifyReply): FastifyReply => {
  const font = FONTS.find(({ name }) => name.test(file))
  const path = font && join(folderOf(font.from), 'files', file)
  if (!path || !existsSync(path)) throw new AppError(404, 'not_found')
  return reply.header('cache-control', YEAR).type('font/woff2').send(createReadStream(path))
}

const folderOf = (name: string): string => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
