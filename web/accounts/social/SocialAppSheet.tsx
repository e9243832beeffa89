import {
  checkAppleApp,
  checkFacebookApp,
  type AppleApp,
  type FacebookApp,
} from '@remis/domain/accounts/social/social-app'
import type { SocialAppsView } from '@remis/domain/accounts/social/social-api'
import { socialCalls, type SocialName } from '@remis/domain/accounts/social/social-routes'
import type { Fault } from '@remis/domain/kit/check'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { SecretSheet } from '../../platform/list/SecretSheet.tsx'
import type { FormField } from '../../ui/form/form-fields.ts'
import { socialForms } from './social-forms.ts'

interface Props {
  readonly provider: SocialName
  readonly title: string
  readonly app: SocialAppsView['facebook'] | SocialAppsView['apple']
  /** asks for the password where the server wants it */
  readonly run: <T>(send: () => Promise<T>) => Promise<T>
  readonly onClose: () => void
}

/** The operator's app at one provider. An empty secret keeps the stored one. */
export const SocialAppSheet = ({ provider, title, app, run, onClose }: Props) => {
  const { t } = useTranslation()
  const forms = socialForms(t, app !== null)
  const given = (secret: string) => (secret.trim() === '' ? undefined : secret.trim())

  const sheet = <Entry extends { readonly secret: string }>(
    fields: readonly FormField<Entry>[],
    check: (entry: Entry, secret: string | undefined) => Fault | null,
    send: (entry: Entry, secret: { secret?: string }) => Promise<unknown>,
  ) => (
    <SecretSheet
      title={title}
      fields={fields}
      entry={(app?.config ?? {}) as Partial<Entry>}
      save={t('social_save')}
      check={(entry) => {
        const secret = given(entry.secret)
        return (
          check(entry, secret) ??
          (secret === undefined && app === null ? { key: 'social_app_secret', field: 'secret' } : null)
        )
      }}
      send={(entry) => {
        const secret = given(entry.secret)
        return send(entry, secret === undefined ? {} : { secret })
      }}
      run={run}
      onClose={onClose}
    />
  )

  if (provider === 'facebook')
    return sheet<FacebookApp & { secret: string }>(
      forms.facebook,
      ({ appId }, secret) => checkFacebookApp({ appId: appId.trim() }, secret),
      ({ appId }, secret) => call(socialCalls.changeFacebook, { body: { config: { appId }, ...secret } }),
    )
  return sheet<AppleApp & { secret: string }>(
    forms.apple,
    ({ servicesId, teamId, keyId }, secret) =>
      checkAppleApp({ servicesId: servicesId.trim(), teamId: teamId.trim(), keyId: keyId.trim() }, secret),
    ({ servicesId, teamId, keyId }, secret) =>
      call(socialCalls.changeApple, { body: { config: { servicesId, teamId, keyId }, ...secret } }),
  )
}
