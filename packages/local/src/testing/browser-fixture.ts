import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Page {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** Where it leads, if it leads elsewhere. */
  readonly location: string;
}

interface Send {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A client with cookies. It knows names below `localhost`, as browsers do and Node does not. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  async open(url: string, { method = 'GET', headers = {}, body }: Send = {}): Promise<Page> {
    const { hostname, host, port, pathname, search } = new URL(url);
    const own = [...this.#cookies].filter(([name]) => name.startsWith(`${hostname} `));
    const cookie = own.map(([name, value]) => `${name.slice(hostname.length + 1)}=${value}`).join('; ');
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest(
        {
          ...{ host: '127.0.0.1', port, method, path: pathname + search },
          headers: { host, ...(cookie !== '' && { cookie }), ...headers },
        },
        resolve,
      )
        .on('error', reject)
        .end(body);
    });
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(`${hostname} ${name}`);
      else this.#cookies.set(`${hostname} ${name}`, value);
    }
    const { location = '' } = answer.headers;
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      text: await text(answer),
      location: location === '' ? '' : new URL(location, url).href,
    };
  }

  /** Follows redirects, but not to addresses that begin like this one. */
  async follow(url: string, until = 'nowhere'): Promise<Page> {
    let page = await this.open(url);
    while (page.location !== '' && !page.location.startsWith(until)) page = await this.open(page.location);
    return page;
  }

  /** Exchanges a key of the machine, as its page does. */
  enter(address: string, key: string): Promise<Page> {
    return this.open(`${address}/`, { method: 'POST', headers: { origin: address }, body: key });
  }
}
