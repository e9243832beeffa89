import { listUnopenedSocialApps } from '../accounts/social/social-apps.ts'
import { countUnopenedApps } from '../accounts/two-factor/authenticator.ts'
import { listUnopenedProviders } from '../mail/providers.ts'
import type { Platform } from '../platform/http/use-case.ts'

type Deps = Pick<Platform, 'db' | 'secret' | 'log'>

/** At the start: one line where SECRET is not the one that sealed stored secrets [design/data-104]. */
export const warnOfOtherSecret = async (app: Deps, print: (line: string) => void): Promise<void> => {
  const people = await countUnopenedApps(app)
  const names = [...(await listUnopenedProviders(app)), ...(await listUnopenedSocialApps(app))]
  const lost = [
    ...(people === 0
      ? []
      : [`the authenticator apps of ${people} ${people === 1 ? 'person' : 'people'}, who cannot sign in`]),
    ...(names.length === 0 ? [] : [`the stored passwords of ${names.join(', ')}`]),
  ]
  if (lost.length === 0) return
  const text = `SECRET is not the one that sealed ${lost.join(', and ')}. Set it back, or see "Changing SECRET" in docs/RUNNING.md.`
  app.log.warn(text)
  print(text)
}
