import { mostPort, type HttpSmsConfig, type SmtpConfig, type TwilioConfig } from '@remis/domain/mail/provider-config'
import type { TFunction } from 'i18next'
import type { FormField } from '../ui/form/form-fields.ts'

interface Secret {
  /** empty: the stored one is kept */
  readonly secret: string
}
export type SmtpForm = SmtpConfig & Secret
export type TwilioForm = Omit<TwilioConfig, 'kind'> & Secret
export type HttpForm = Omit<HttpSmsConfig, 'kind'> & Secret
export type ProviderKind = 'smtp' | 'twilio' | 'http'

/** The fields of each kind of provider. `stored`: it has a secret that may be kept. */
export const providerForms = (
  t: TFunction,
  stored: boolean,
): {
  readonly smtp: readonly FormField<SmtpForm>[]
  readonly twilio: readonly FormField<TwilioForm>[]
  readonly http: readonly FormField<HttpForm>[]
} => {
  const secret = (label: string) =>
    ({ name: 'secret', kind: 'password', label, most: 500, ...(stored ? { hint: t('mailer_keep') } : {}) }) as const
  return {
    smtp: [
      { name: 'host', kind: 'text', label: t('mailer_host'), required: true, most: 253 },
      { name: 'port', kind: 'number', label: t('mailer_port'), required: true, range: [1, mostPort] },
      {
        name: 'security',
        kind: 'select',
        label: t('mailer_security'),
        choices: (['starttls', 'tls', 'none'] as const).map((value) => ({
          value,
          label: t(`mailer_security_${value}`),
        })),
      },
      { name: 'user', kind: 'text', label: t('mailer_user'), hint: t('mailer_user_hint'), most: 300 },
      secret(t('mailer_password')),
      {
        name: 'from',
        kind: 'email',
        label: t('mailer_from'),
        hint: t('mailer_from_hint'),
        required: true,
        most: 254,
      },
    ],
    twilio: [
      { name: 'accountSid', kind: 'text', label: t('mailer_account_sid'), required: true, most: 60 },
      secret(t('mailer_token')),
      {
        name: 'from',
        kind: 'text',
        label: t('mailer_sms_from'),
        hint: t('mailer_sms_from_hint'),
        required: true,
        most: 60,
      },
    ],
    http: [
      {
        name: 'url',
        kind: 'text',
        label: t('mailer_url'),
        hint: t('mailer_url_hint', { names: '{{to}} {{text}} {{id}} {{secret}}' }),
        required: true,
        most: 1000,
      },
      {
        name: 'method',
        kind: 'select',
        label: t('mailer_method'),
        choices: ['POST', 'GET', 'PUT'].map((value) => ({ value, label: value })),
      },
      { name: 'headers', kind: 'lines', label: t('mailer_headers'), hint: t('mailer_headers_hint'), most: 2000 },
      { name: 'body', kind: 'lines', label: t('mailer_body'), most: 4000 },
      { name: 'success', kind: 'number', label: t('mailer_success'), range: [0, 999], hint: t('mailer_success_hint') },
      secret(t('mailer_key')),
    ],
  }
}
