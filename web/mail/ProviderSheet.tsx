import type { ProvidersView } from '@remis/domain/mail/mail-api'
import { mailCalls } from '@remis/domain/mail/mail-routes'
import {
  checkSms,
  checkSmtp,
  smsNeedsSecretAgain,
  smtpNeedsSecretAgain,
  type SmsConfig,
  type SmtpConfig,
} from '@remis/domain/mail/provider-config'
import type { Fault } from '@remis/domain/kit/check'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { SecretSheet } from '../platform/list/SecretSheet.tsx'
import type { FormField } from '../ui/form/form-fields.ts'
import { providerForms, type HttpForm, type ProviderKind, type SmtpForm, type TwilioForm } from './provider-forms.ts'

interface Props {
  readonly kind: ProviderKind
  readonly title: string
  readonly provider: ProvidersView['mail'] | ProvidersView['sms']
  /** asks for the password where the server wants it */
  readonly run: <T>(send: () => Promise<T>) => Promise<T>
  readonly onClose: () => void
}

/** The settings of one provider [design/mail-20]. An empty secret keeps the stored one. */
export const ProviderSheet = ({ kind, title, provider, run, onClose }: Props) => {
  const { t } = useTranslation()
  const stored = provider !== null && provider.hasSecret
  const forms = providerForms(t, stored)
  const secretOf = (secret: string) => (secret === '' ? {} : { secret })

  const sheet = <Entry extends { readonly secret: string }>(
    fields: readonly FormField<Entry>[],
    entry: Partial<Entry>,
    check: (entry: Entry) => Fault | null,
    send: (entry: Entry) => Promise<unknown>,
  ) => (
    <SecretSheet
      title={title}
      fields={fields}
      entry={{ ...entry, ...(provider?.config as Partial<Entry> | undefined) }}
      save={t('mailer_save')}
      check={check}
      send={send}
      run={run}
      onClose={onClose}
    />
  )
  const again: Fault = { key: 'provider_secret_again', field: 'secret' }

  if (kind === 'smtp') {
    const before = provider?.config as SmtpConfig | undefined
    return sheet<SmtpForm>(
      forms.smtp,
      { port: 587, security: 'starttls' },
      ({ secret, ...config }) =>
        stored && secret === '' && before !== undefined && smtpNeedsSecretAgain(before, config)
          ? again
          : checkSmtp(config, stored || secret !== ''),
      ({ secret, ...config }) => call(mailCalls.changeMail, { body: { config, ...secretOf(secret) } }),
    )
  }
  const before = provider?.config as SmsConfig | undefined
  const checkOf = (config: SmsConfig, secret: string) =>
    stored && secret === '' && before !== undefined && smsNeedsSecretAgain(before, config)
      ? again
      : checkSms(config, stored || secret !== '')
  if (kind === 'twilio')
    return sheet<TwilioForm>(
      forms.twilio,
      {},
      ({ secret, ...config }) => checkOf({ kind, ...config }, secret),
      ({ secret, ...config }) =>
        call(mailCalls.changeSms, { body: { config: { kind, ...config }, ...secretOf(secret) } }),
    )
  const whole = ({ secret: _secret, success, ...config }: HttpForm): SmsConfig => ({
    kind,
    ...config,
    success: success ?? 0,
  })
  return sheet<HttpForm>(
    forms.http,
    { success: 0 },
    (entry) => checkOf(whole(entry), entry.secret),
    (entry) => call(mailCalls.changeSms, { body: { config: whole(entry), ...secretOf(entry.secret) } }),
  )
}
