/** Calls a running server over HTTP. */
export function remoteApi(url: string) {
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { 'x-access-token': token } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    call,
    async signIn({ cedula, password }: { cedula: string; password: string }): Promise<string> {
      const { body } = await call('POST', '/api/auth/signin', { cedula, password });
      return body.accessToken;
    },
  };
}
