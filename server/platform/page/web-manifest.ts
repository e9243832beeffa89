import { fallbackLanguage } from '@remis/domain/texts/languages'
import type { FastifyInstance } from 'fastify'
import type { PageData } from './first-reply.ts'

const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** The web app manifest: the operator's name with our icons. Colours as in web/theme.css. */
export const manifestOf = ({ appName, languages }: PageData) => ({
  id: '/',
  name: appName,
  // phones cut longer names
  ...(appName.length <= 12 ? { short_name: appName } : {}),
  lang: languages.find(({ view }) => view.default)?.view.langLocale ?? fallbackLanguage.code,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#0e1420',
  theme_color: '#0e1420',
  icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('512-maskable', 512, 'maskable')],
})

export const serveManifest = (fastify: FastifyInstance, words: () => Promise<PageData>): void => {
  fastify.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(manifestOf(await words())),
  )
}
