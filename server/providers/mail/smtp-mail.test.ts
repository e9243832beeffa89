import { createServer, type AddressInfo, type Server } from 'node:net'
import type { SmtpConfig } from '@remis/domain/mail/provider-config'
import { afterEach, describe, expect, it } from 'vitest'
import { withAddresses } from '../../testing/mail/host-addresses.ts'
import { localhostCertificate } from '../../testing/mail/localhost-certificate.ts'
import { startMailServer, type MailServer, type MailServerOptions } from '../../testing/mail/mail-server.ts'
import { smtpMail, type SmtpOptions } from './smtp-mail.ts'

let server: MailServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const account = { user: 'remis', password: 'a word' }

const providerFor = (port: number, config: Partial<SmtpConfig> = {}, more: Partial<SmtpOptions> = {}) =>
  smtpMail({
    config: { host: '127.0.0.1', port, security: 'none', user: '', from: 'office@remis.example', ...config },
    password: account.password,
    senderName: 'Remis',
    ownHost: 'remis.example',
    networks: 'loopback',
    answerMs: 1000,
    sendMs: 2000,
    ca: localhostCertificate.cert,
    ...more,
  })

const start = async (options: MailServerOptions): Promise<MailServer> => (server = await startMailServer(options))

const mail = {
  messageId: '0192-abc@remis.example',
  to: 'rider.one@example.org',
  subject: 'Reset your Remis password',
  text: 'Hello Ana,\n\nالرمز 123456\n',
  html: '<p>Hello <bdi>Ana</bdi></p>',
}

describe('mail by SMTP', () => {
  it('sends plain text and HTML with a fixed Message-ID over STARTTLS, signed in', async () => {
    const { port, received } = await start({ tls: 'starttls', account })
    const provider = providerFor(port, { host: 'localhost', security: 'starttls', user: account.user })
    expect(await provider.check()).toMatchObject({ kind: 'accepted' })
    expect(await provider.send(mail)).toMatchObject({ kind: 'accepted' })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      from: 'office@remis.example',
      to: [mail.to],
      secure: true,
      user: account.user,
      parsed: {
        messageId: `<${mail.messageId}>`,
        subject: mail.subject,
        from: { name: 'Remis', address: 'office@remis.example' },
        to: [{ address: mail.to }],
      },
    })
    expect(received[0]?.parsed.text?.trim()).toBe(mail.text.trim())
    expect(received[0]?.parsed.html?.trim()).toBe(mail.html)
    expect(received[0]?.parsed.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
  })

  it('sends with TLS from the first byte', async () => {
    const { port, received } = await start({ tls: 'tls', account })
    const provider = providerFor(port, { security: 'tls', user: account.user })
    expect(await provider.send(mail)).toMatchObject({ kind: 'accepted' })
    expect(received[0]?.secure).toBe(true)
  })

  it('gives no password to a server that offers no STARTTLS, nor to one with an unknown certificate', async () => {
    const plain = await start({ tls: 'none', account })
    const starttls = { security: 'starttls', user: account.user } as const
    expect(await providerFor(plain.port, starttls).send(mail)).toMatchObject({ kind: 'unreachable' })
    expect(plain.signIns).toEqual([])
    await plain.close()
    const strange = await start({ tls: 'starttls', account })
    const trusting = providerFor(strange.port, starttls, { ca: '' })
    expect(await trusting.send(mail)).toMatchObject({ kind: 'unreachable' })
    expect(strange.signIns).toEqual([])
    expect(strange.received).toEqual([])
  })

  it('says that a refused sign-in is no fault of the mail', async () => {
    const { port } = await start({ tls: 'starttls', account: { ...account, password: 'another' } })
    const provider = providerFor(port, { security: 'starttls', user: account.user })
    for (const outcome of [await provider.send(mail), await provider.check()]) {
      expect(outcome).toMatchObject({ kind: 'unreachable', detail: expect.stringContaining('535') as string })
      expect(JSON.stringify(outcome)).not.toContain(account.password)
    }
  })

  it('tells temporary from permanent refusals, at each step', async () => {
    const { port, received, answer } = await start({ tls: 'none' })
    const provider = providerFor(port)
    answer(
      { at: 'rcpt', code: 450, text: 'Greylisted' },
      { at: 'rcpt', code: 550, text: 'No such user' },
      { at: 'data', code: 451, text: 'Try later' },
      { at: 'data', code: 554, text: 'Looks like spam' },
      { at: 'mail', code: 421, text: 'Closing' },
    )
    expect(await provider.send(mail)).toMatchObject({ kind: 'refused', permanent: false })
    expect(await provider.send(mail)).toMatchObject({ kind: 'refused', permanent: true, detail: '550 No such user' })
    expect(await provider.send(mail)).toMatchObject({ kind: 'refused', permanent: false })
    expect(await provider.send(mail)).toMatchObject({ kind: 'refused', permanent: true })
    expect(await provider.send(mail)).toMatchObject({ kind: 'unreachable' })
    expect(received).toEqual([])
    expect(await provider.send(mail)).toMatchObject({ kind: 'accepted' })
  })

  it('says that a refused sender and a missing sign-in are no fault of the mail [design/mail-5]', async () => {
    const { port, received, answer } = await start({ tls: 'none' })
    const provider = providerFor(port)
    const refusals = [
      { at: 'mail', code: 530, text: 'Authentication required' },
      { at: 'mail', code: 550, text: 'Sender not verified' },
      { at: 'mail', code: 553, text: 'Sender address rejected: not owned by user' },
      { at: 'rcpt', code: 530, text: 'Authentication required' },
    ] as const
    for (const { text, ...refusal } of refusals) {
      answer({ ...refusal, text })
      const detail = expect.stringContaining(text) as string
      expect(await provider.send(mail)).toMatchObject({ kind: 'unreachable', detail })
    }
    expect(received).toEqual([])
    expect(await provider.send(mail)).toMatchObject({ kind: 'accepted' })
  })

  it('gives up a server that is slow, silent or absent, within its time', async () => {
    const { port, answer } = await start({ tls: 'none' })
    answer({ at: 'slow', ms: 5000 })
    const began = Date.now()
    expect(await providerFor(port).send(mail)).toMatchObject({ kind: 'unanswered' })
    const silent = createServer(() => undefined)
    const silentPort = await new Promise<number>((done) => {
      silent.listen(0, '127.0.0.1', () => done((silent.address() as AddressInfo).port))
    })
    expect(await providerFor(silentPort).send(mail)).toMatchObject({ kind: 'unreachable' })
    silent.close()
    expect(Date.now() - began).toBeLessThan(5000)
    await server?.close()
    server = undefined
    expect(await providerFor(port).send(mail)).toMatchObject({ kind: 'unreachable' })
  })

  it('ends the connection with its time, so that no mail is taken after it counts as not sent [design/mail-42]', async () => {
    let got = ''
    let ended = 0
    /** Each answer comes after half a second, so the mail would be handed over after three. */
    const slow: Server = createServer((socket) => {
      const say = (line: string) => setTimeout(() => socket.writable && socket.write(line), 500)
      say('220 test\r\n')
      socket.on('data', (part) => {
        got += part.toString('utf8')
        say(part.toString('utf8').startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n')
      })
      socket.on('error', () => undefined).on('close', () => ended++)
    })
    await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done))
    const { port } = slow.address() as AddressInfo
    const detail = 'SMTP timed out after 1.2 s'
    expect(await providerFor(port, {}, { sendMs: 1200 }).send(mail)).toEqual({ kind: 'unreachable', detail })
    const before = got
    await new Promise((done) => setTimeout(done, 1500))
    expect([got, ended]).toEqual([before, 1])
    expect(got).toContain('MAIL FROM')
    slow.close()
  })

  it('tries the next address of a host, none that was not checked, and without TLS only named ones [design/mail-21]', async () => {
    const { port, received } = await start({ tls: 'starttls' })
    const host = 'mail.example'
    const starttls = { host, security: 'starttls' } as const
    await withAddresses(host, ['::1', '127.0.0.2', '127.0.0.1'], async () => {
      expect(await providerFor(port, starttls).send(mail)).toMatchObject({ kind: 'unreachable' })
      expect(received).toEqual([])
      expect(await providerFor(port, { host }).send(mail)).toMatchObject({ kind: 'accepted' })
      expect(received).toHaveLength(1)
      // closed on every address: the detail names each of them
      await server?.close()
      server = undefined
      const detail = expect.stringMatching(/::1.*127\.0\.0\.2.*127\.0\.0\.1/s) as string
      expect(await providerFor(port, { host }).send(mail)).toMatchObject({ kind: 'unreachable', detail })
    })
    await withAddresses(host, ['127.0.0.1', '10.0.0.1'], async () => {
      const detail = expect.stringContaining('10.0.0.1') as string
      expect(await providerFor(port, { host }).send(mail)).toMatchObject({ kind: 'unreachable', detail })
    })
  })

  it('waits for the answer after DATA as long as for the whole mail [design/mail-42]', async () => {
    const { port, received, answer } = await start({ tls: 'none' })
    answer({ at: 'slow', ms: 1300 })
    expect(await providerFor(port, {}, { answerMs: 500 }).send(mail)).toMatchObject({ kind: 'accepted' })
    expect(received).toHaveLength(1)
  })

  it('reports unanswered only after the whole mail was sent [design/mail-41]', async () => {
    /** Answers each command until the one that it is cut at: 'RCPT' before the mail is given, '.' after all of it. */
    const startCutting = (at: 'RCPT' | '.') =>
      new Promise<Server>((done) => {
        const cutting: Server = createServer((socket) => {
          socket.on('error', () => undefined)
          socket.write('220 test\r\n')
          let inData = false
          socket.on('data', (part) => {
            for (const line of part
              .toString('utf8')
              .split('\r\n')
              .filter((one) => one !== '')) {
              if (line === '.' ? at === '.' : !inData && line.startsWith(at)) return void socket.destroy()
              if (!inData) socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n')
              if (line === 'DATA') inData = true
            }
          })
        }).listen(0, '127.0.0.1', () => done(cutting))
      })
    for (const [at, kind] of [
      ['RCPT', 'unreachable'],
      ['.', 'unanswered'],
    ] as const) {
      const cutting = await startCutting(at)
      const { port } = cutting.address() as AddressInfo
      expect(await providerFor(port).send(mail)).toMatchObject({ kind })
      cutting.close()
    }
  })

  it('lets neither names, subjects nor addresses add headers or recipients', async () => {
    const { port, received } = await start({ tls: 'none' })
    const provider = providerFor(port, {}, { senderName: 'Remis\r\nBcc: thief@example.org' })
    await provider.send({ ...mail, subject: 'Hello\r\nBcc: thief@example.org\r\n\r\nBody' })
    expect(received[0]?.to).toEqual([mail.to])
    expect(received[0]?.parsed.bcc ?? []).toEqual([])
    const names = received[0]?.parsed.headers.map(({ key }) => key)
    expect(names).not.toContain('bcc')
    for (const to of [
      'a@example.org, thief@example.org',
      'a@example.org\r\nRCPT TO:<thief@example.org>',
      '<thief@example.org>\nx',
    ])
      await provider.send({ ...mail, to })
    expect(received.flatMap((one) => one.to).filter((to) => to !== mail.to)).not.toContain('thief@example.org')
  })

  it('connects to no private address that the operator did not name, and without TLS to no other [design/mail-21]', async () => {
    const { port, received } = await start({ tls: 'none' })
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '::ffff:127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '0.0.0.0',
    ])
      expect(await providerFor(port, { host }, { networks: undefined }).send(mail)).toMatchObject({
        kind: 'unreachable',
        detail: expect.stringContaining('private address') as string,
      })
    expect(await providerFor(port, { host: '1.1.1.1' }, {}).send(mail)).toMatchObject({
      kind: 'unreachable',
      detail: expect.stringContaining('needs TLS') as string,
    })
    expect(received).toEqual([])
  })
})
