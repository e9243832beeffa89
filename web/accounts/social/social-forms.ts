import type { AppleApp, FacebookApp } from '@remis/domain/accounts/social/social-app'
import type { TFunction } from 'i18next'
import type { FormField } from '../../ui/form/form-fields.ts'

interface Secret {
  /** empty: the stored one is kept */
  readonly secret: string
}

/** The fields of each provider's app. `stored`: its secret may be kept. */
export const socialForms = (
  t: TFunction,
  stored: boolean,
): {
  readonly facebook: readonly FormField<FacebookApp & Secret>[]
  readonly apple: readonly FormField<AppleApp & Secret>[]
} => {
  const keep = stored ? { hint: t('social_keep') } : {}
  return {
    facebook: [
      { name: 'appId', kind: 'text', label: t('social_app_id'), required: true, most: 40 },
      { name: 'secret', kind: 'password', label: t('social_app_secret_label'), most: 200, ...keep },
    ],
    apple: [
      {
        name: 'servicesId',
        kind: 'text',
        label: t('social_services_id'),
        hint: t('social_services_id_hint'),
        required: true,
        most: 200,
      },
      { name: 'teamId', kind: 'text', label: t('social_team_id'), required: true, most: 20 },
      { name: 'keyId', kind: 'text', label: t('social_key_id'), required: true, most: 20 },
      {
        name: 'secret',
        kind: 'lines',
        label: t('social_private_key'),
        hint: stored ? t('social_keep') : t('social_private_key_hint'),
        most: 2000,
      },
    ],
  }
}
