import type { FastifyInstance } from 'fastify'
import type { FirstWords } from './first-reply.ts'

const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${file}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** Web manifest for the home screen: the operator's name, our icon, colours as in web/theme.css. */
export const manifestOf = ({ appName, languages }: FirstWords) => ({
  id: '/',
  name: appName,
  // longer names are truncated under the icon
  ...(appName.length <= 12 ? { short_name: appName } : {}),
  lang: languages.find(({ isDefault }) => isDefault)?.code ?? 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#0e1420',
  theme_color: '#0e1420',
  icons: [icon('192', 192, 'any'), icon('512', 512, 'any'), icon('512-maskable', 512, 'maskable')],
})

export const serveManifest = (fastify: FastifyInstance, words: () => Promise<FirstWords>): void => {
  fastify.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(manifestOf(await words())),
  )
}
