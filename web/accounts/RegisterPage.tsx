import '../ui/mantine-parts.ts'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput, TextInput, UnstyledButton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { checkRegistration, fullMobile } from '@remis/domain/accounts/registration-checks'
import type { Fault } from '@remis/domain/kit/check'
import type { MessageKey } from '@remis/domain/messages/english'
import { mostName } from '@remis/domain/people/first-name'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { homeOf, paths } from '../paths.ts'
import { GoTo } from '../platform/page/GoTo.tsx'
import { i18n } from '../platform/i18n.ts'
import { joinSignIn, signIn, useSession } from '../platform/api/session.ts'
import { useSettings } from '../platform/api/settings.ts'
import { outsideLink } from '../platform/outside-link.ts'
import { keyOf, showError, showMessage } from '../platform/show-message.ts'
import { CountrySelect } from './CountrySelect.tsx'
import { NightCard } from './NightCard.tsx'
import { passwordRules } from '../platform/password-rules.ts'
import { makeRegister } from './register.ts'
import classes from './RegisterPage.module.css'
import { useCountries } from './use-countries.ts'

/** [accounts-38], ms */
const pauseMs = 3000

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  mobile: '',
  referralId: '',
  bankName: '',
  bankCode: '',
  bankAccount: '',
}
type Field = keyof typeof empty
/** A fault that belongs to no field. */
const whole = 'form'

/** The code of the address that a friend shared. */
const invited = () => ({
  ...empty,
  referralId: new URLSearchParams(location.search).get('referral')?.slice(0, 60) ?? '',
})

/** The field that an error of the server belongs to. */
const fieldOf: Partial<Record<MessageKey, Field>> = {
  proper_input_name: 'firstName',
  proper_email: 'email',
  user_exists: 'email',
  password_alphaNumeric_check: 'password',
  password_common: 'password',
  mobile_no_blank_error: 'mobile',
  referer_not_found: 'referralId',
}

export const RegisterPage = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const session = useSession()
  // `/register?as=driver` leads on to the application [accounts-39]
  const asDriver = (useSearch({ strict: false }) as { as?: unknown }).as === 'driver'
  const settings = useSettings()
  const { countries, country, loadCountry, setCountry } = useCountries(settings)
  const form = useForm({ initialValues: invited() })
  const [step, setStep] = useState<'form' | 'sending' | 'made'>('form')
  const [register] = useState(makeRegister)
  const card = useRef<HTMLFormElement>(null)
  const policy = settings?.passwordPolicy ?? 'alphanumeric'
  const terms = outsideLink(settings?.CompanyTerms ?? '')
  const withBank = settings?.bank_fields === true && settings.RiderWithDraw // [wallet-12]

  useEffect(() => {
    if (step !== 'made') return
    const timer = setTimeout(() => {
      // [accounts-38]: /login redirects by role
      void (asDriver ? joinSignIn : signIn)(form.values.email.trim(), form.values.password)
        .catch(showError)
        .finally(() => void navigate({ to: asDriver ? paths.join() : paths.login() }))
    }, pauseMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the form is locked once the account is made
  }, [step])

  if (session.state === 'signed-in' && step === 'form') return <GoTo address={homeOf(session.user.usertype)} />

  const refuse = (key: MessageKey | 'field_required', field: string | undefined) => {
    form.setErrors({ [field ?? whole]: t(key) })
    setStep('form')
    if (key !== 'field_required') showMessage(key)
    if (field !== undefined)
      requestAnimationFrame(() => card.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus())
  }

  const submit = async (values: typeof empty) => {
    const email = values.email.trim()
    const wrong: Fault | null = checkRegistration({ ...values, email, localNumber: values.mobile }, policy)
    if (wrong !== null) return refuse(wrong.key, wrong.field)
    // required when shown [accounts-30]
    const unfilled = withBank
      ? (['bankName', 'bankCode', 'bankAccount'] as const).find((name) => values[name].trim() === '')
      : undefined
    if (unfilled !== undefined) return refuse('field_required', unfilled)
    setStep('sending')
    const chosen = await loadCountry().catch(keyOf)
    if (typeof chosen === 'string') return refuse(chosen, undefined)
    if (chosen === null) return refuse('field_required', 'country')
    const { mobile, referralId, bankName, bankCode, bankAccount, ...names } = values
    const failed = await register({
      ...names,
      ...(asDriver ? { usertype: 'driver' } : {}),
      email,
      mobile: fullMobile(chosen.prefix, mobile),
      language: i18n.language,
      ...(referralId.trim() === '' ? {} : { referralId: referralId.trim() }),
      ...(withBank ? { bankName, bankCode, bankAccount } : {}),
    })
    if (failed !== null) return refuse(failed, fieldOf[failed])
    setStep('made')
    showMessage(settings?.email_verify ? 'email_verify_message' : 'account_create_successfully', 'success')
  }

  const field = (name: Field) => ({
    size: 'md' as const,
    name,
    disabled: step !== 'form',
    ...form.getInputProps(name),
  })

  return (
    <NightCard>
      <form ref={card} noValidate className={classes.form} onSubmit={form.onSubmit((values) => void submit(values))}>
        <div className={classes.head}>
          <UnstyledButton
            className={classes.back}
            aria-label={t('back_to_login')}
            onClick={() => void navigate({ to: paths.login() })}
          >
            <IconArrowLeft size={24} stroke={1.75} aria-hidden />
          </UnstyledButton>
          <h1 className={classes.title}>{t('register_title')}</h1>
        </div>
        <div className={classes.pair}>
          <TextInput {...field('firstName')} label={t('first_name')} autoComplete="given-name" maxLength={mostName} />
          <TextInput {...field('lastName')} label={t('last_name')} autoComplete="family-name" maxLength={mostName} />
        </div>
        <TextInput {...field('email')} label={t('email')} type="email" autoComplete="email" dir="ltr" maxLength={254} />
        <PasswordInput
          {...field('password')}
          label={t('password')}
          description={t(passwordRules[policy])}
          autoComplete="new-password"
          maxLength={200}
          visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
        />
        <CountrySelect
          countries={countries}
          value={country}
          onChange={(chosen) => {
            form.clearFieldError('country')
            setCountry(chosen)
          }}
          disabled={step !== 'form'}
          error={form.errors['country']}
        />
        <TextInput
          {...field('mobile')}
          label={t('phone_number')}
          description={t('phone_rule')}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          dir="ltr"
          maxLength={20}
          leftSection={country === null ? null : <bdi dir="ltr">+{country.prefix}</bdi>}
          leftSectionWidth={country === null ? 0 : 64}
        />
        <TextInput
          {...field('referralId')}
          label={`${t('referral_id')} (${t('optional')})`}
          autoComplete="off"
          maxLength={60}
        />
        {withBank && (
          <>
            <TextInput {...field('bankName')} required label={t('bank_name')} autoComplete="off" maxLength={120} />
            <TextInput {...field('bankCode')} required label={t('bank_code')} autoComplete="off" maxLength={60} />
            <TextInput {...field('bankAccount')} required label={t('bank_account')} autoComplete="off" maxLength={60} />
          </>
        )}
        {/* a popup announces it */}
        {form.errors[whole] !== undefined && <p className={classes.fault}>{form.errors[whole]}</p>}
        {terms !== null && (
          <p className={classes.made}>
            {t('register_terms')}{' '}
            <a href={terms} target="_blank" rel="noreferrer noopener">
              {t('terms')}
            </a>
          </p>
        )}
        <Button type="submit" size="lg" fullWidth loading={step !== 'form'}>
          {t('register')}
        </Button>
        <output className={classes.made}>{step === 'made' && t('signing_you_in')}</output>
      </form>
    </NightCard>
  )
}
