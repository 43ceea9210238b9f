# Vedette in a container (docs/appliance.md). Build it where it runs: the eye is compiled for this processor.
FROM python:3.13-slim-bookworm

RUN useradd --create-home --uid 1000 --groups video,dialout vedette
WORKDIR /usr/src/vedette
COPY requirements.lock ./
RUN pip install --no-cache-dir --no-compile --require-hashes --only-binary :all: --requirement requirements.lock
COPY . .
# Bytecode for what it imports, by root: the user who runs it can keep none, and every start would take 6 s more.
RUN pip install --no-cache-dir --no-compile --no-deps --no-index --no-build-isolation . && \
    python -P -c "import cli.demo, cli.serve" && rm -rf /root/.cache

USER vedette
# Else the folder in which the tables are kept would be root's.
RUN mkdir -p /home/vedette/.local/share/vedette
WORKDIR /home/vedette
RUN python -P -m vision.warmup

VOLUME /home/vedette/.local/share/vedette
EXPOSE 8470
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as ask; ask.urlopen('http://127.0.0.1:8470/', timeout=4)"]
ENTRYPOINT ["vedette"]
CMD ["serve", "--lan", "--no-browser", "--port", "8470"]
