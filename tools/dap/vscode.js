// A conversation with `isotope debug --dap` through the client that Visual Studio Code's adapters are tested with
// (@vscode/debugadapter-testsupport from npm). Arguments: the command, the root of the repository.
const assert = require('assert');
const path = require('path');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const [command, root] = process.argv.slice(2);
const source = path.resolve(root, 'kernels/lines/src/lines.cl');

async function session(file, name) {
    // Started here, because the client would start a script without arguments.
    const client = new DebugClient(command, '', 'isotope');
    const spawn = require('child_process').spawn(command, ['debug', '--dap'], { stdio: ['pipe', 'pipe', 'inherit'] });
    client.connect(spawn.stdout, spawn.stdin);
    const stopped = () => client.waitForEvent('stopped', 20000);
    const initialized = client.waitForEvent('initialized', 20000);
    const capabilities = (await client.initializeRequest({ adapterID: 'isotope', pathFormat: 'path' })).body;
    assert(capabilities.supportsStepBack && capabilities.supportsDataBreakpoints);
    await Promise.all([initialized, client.launchRequest({
        file: path.resolve(root, 'kernels/lines/bin', file), kernel: 'nested', grid: 2, block: 64, args: ['out=u32[200]:0'],
        sourcePath: [path.dirname(source)], stopOnEntry: true,
    })]);
    const set = (await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: 5 }, { line: 9000 }] })).body.breakpoints;
    assert(set[0].verified && set[0].line === 5 && !set[1].verified, JSON.stringify(set));
    const [entry] = await Promise.all([stopped(), client.configurationDoneRequest()]);
    assert.strictEqual(entry.body.reason, 'entry');
    const threads = (await client.threadsRequest()).body.threads;
    assert.strictEqual(threads.length, 4);
    const threadId = entry.body.threadId;

    const [hit] = await Promise.all([stopped(), client.continueRequest({ threadId })]);
    assert.strictEqual(hit.body.reason, 'breakpoint');
    const frames = (await client.stackTraceRequest({ threadId: hit.body.threadId })).body.stackFrames;
    assert(frames[0].line === 5 && frames[0].source.path === source, JSON.stringify(frames));
    const scopes = (await client.scopesRequest({ frameId: frames[0].id })).body.scopes;
    const variables = async (reference, more) => (await client.variablesRequest({ variablesReference: reference, ...more })).body.variables;
    // Kernels of vISA need not have registers that are one value for the wave.
    assert(name === 'vISA' || (await variables(scopes[0].variablesReference)).length > 0, 'registers');
    const vectors = await variables(scopes[1].variablesReference);
    const wide = vectors.find(one => one.indexedVariables >= 16);
    assert.strictEqual((await variables(wide.variablesReference, { start: 3, count: 2 })).length, 2);
    const buffers = await variables(scopes.find(one => one.name === 'Buffers').variablesReference);
    assert.strictEqual(buffers[0].name, 'out');
    assert.strictEqual((await variables(buffers[0].variablesReference)).length, 200);

    // Forwards and back: the same frame.
    const at = async id => (await client.stackTraceRequest({ threadId: id })).body.stackFrames[0].instructionPointerReference;
    const here = await at(hit.body.threadId);
    await Promise.all([stopped(), client.nextRequest({ threadId: hit.body.threadId, granularity: 'instruction' })]);
    assert.notStrictEqual(await at(hit.body.threadId), here);
    await Promise.all([stopped(), client.stepBackRequest({ threadId: hit.body.threadId, granularity: 'instruction' })]);
    assert.strictEqual(await at(hit.body.threadId), here);

    // A write that is watched, and who made it.
    await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [] });
    const info = (await client.customRequest('dataBreakpointInfo', { name: 'out[6]' })).body;
    await client.customRequest('setDataBreakpoints', { breakpoints: [{ dataId: info.dataId, accessType: 'write' }] });
    const [written] = await Promise.all([stopped(), client.continueRequest({ threadId })]);
    assert.strictEqual(written.body.reason, 'data breakpoint');
    const evaluate = async (expression, context) => (await client.evaluateRequest({ expression, context })).body.result;
    assert.strictEqual(await evaluate('out[6]', 'watch'), 'out[6] = 4');
    assert((await evaluate('why out[6]', 'repl')).includes('lane 3'));
    const memory = (await client.customRequest('readMemory', { memoryReference: buffers[0].memoryReference, offset: 24, count: 4 })).body;
    assert.deepStrictEqual([...Buffer.from(memory.data, 'base64')], [4, 0, 0, 0]);
    const code = (await client.customRequest('disassemble', { memoryReference: here, instructionOffset: -2, instructionCount: 5 })).body.instructions;
    assert(code.length === 5 && code[2].address === here, JSON.stringify(code));
    await client.customRequest('setDataBreakpoints', { breakpoints: [] });

    // Items from 100 on store behind the buffer.
    const [fault] = await Promise.all([stopped(), client.continueRequest({ threadId })]);
    assert.strictEqual(fault.body.reason, 'exception');
    const why = (await client.customRequest('exceptionInfo', { threadId: fault.body.threadId })).body;
    assert(why.description.includes('nothing is allocated there'), why.description);
    const [start] = await Promise.all([stopped(), client.customRequest('reverseContinue', { threadId })]);
    assert.strictEqual(start.body.reason, 'entry');
    await client.customRequest('setInstructionBreakpoints', { breakpoints: [{ instructionReference: here }] });
    const [again] = await Promise.all([stopped(), client.continueRequest({ threadId })]);
    assert.strictEqual(again.body.reason, 'instruction breakpoint');
    await assert.rejects(client.customRequest('frobnicate', {}));
    await client.disconnectRequest({});
    console.log(`ok ${name}`);
    await new Promise(done => spawn.on('exit', done));
}

(async () => {
    await session('gfx1100/lines5.co', 'gfx1100');
    await session('sm_50/lines.cubin', 'sm_50');
    await session('tgllp/lines.zebin', 'vISA');
})().catch(error => { console.error(error); process.exit(1); });
